import {
  createClient,
  isApiError,
  PublishFailedError,
  PublishUnknownError,
  WriteFailedError,
  WriteUnknownError,
} from '@carillon/client'
import type { Json } from '../cluster.ts'

/** What is written, by the name of the write. */
export const writeNames = ['publish', 'reply', 'message', 'campaign'] as const
export type WriteName = (typeof writeNames)[number]

/** What a client has told of a write: its end, and what it named where it does not know. */
export interface Told {
  end: 'published' | 'failed' | 'unknown' | 'rejected' | 'not sent'
  detail: string
}

interface Access {
  url: string
  apiKey: string
}

/** A client under test: sends one write and says what became of it. */
export type FaultClient = (access: Access) => (write: WriteName, body: Json) => Promise<Told>

function toldBy(error: unknown): Told {
  if (error instanceof PublishUnknownError || error instanceof WriteUnknownError) {
    return { end: 'unknown', detail: error.requestId }
  }
  if (error instanceof PublishFailedError || error instanceof WriteFailedError)
    return { end: 'failed', detail: error.code }
  if (isApiError(error)) return { end: 'rejected', detail: error.code }
  return { end: 'not sent', detail: String(error) }
}

/** The library, as its users call it. */
const library: FaultClient = ({ url, apiKey }) => {
  const times = { publishWithinMs: 15_000, timeoutMs: 20_000, lookupTimeoutMs: 240_000, maxRetries: 8 }
  const client = createClient({ baseUrl: url, apiKey, ...times })
  const writes: Record<WriteName, (body: Json) => Promise<unknown>> = {
    publish: (body) => client.posts.publish(body, { wait: { maxRetries: 30 } }),
    reply: (body) => client.comments.create(body),
    message: (body) => client.messages.send(body),
    campaign: (body) => client.ads.campaigns.create(body),
  }
  return (write, body) => writes[write](body).then((): Told => ({ end: 'published', detail: '' }), toldBy)
}

/** Every client that must not post twice. */
export const faultClients: Readonly<Record<string, FaultClient>> = { library }
