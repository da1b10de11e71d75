import type { Json } from '../cluster.ts'

/** What is written, by the name of the write. */
export const writeNames = ['publish', 'reply', 'message', 'campaign'] as const
export type WriteName = (typeof writeNames)[number]

/** What a client has told of a write: its end, and what it named where it does not know. */
export interface Told {
  end: 'published' | 'failed' | 'unknown' | 'rejected' | 'not sent'
  detail: string
}

export interface Access {
  url: string
  apiKey: string
  /** A folder for files of the client, which is removed after the run. */
  dir: string
}

/** A client under test: sends one write and says what became of it. */
export type FaultClient = (access: Access) => (write: WriteName, body: Json) => Promise<Told>
