import type { Metadata, Video } from '../state/state.ts'

/**
 * An upload session. `done` is the video that was created from it, null until all bytes have arrived. `stored` is the
 * number of bytes received so far.
 */
export interface UploadSession {
  id: string
  channelId: string
  metadata: Metadata
  notifySubscribers: boolean
  /** The parts that the final response contains. */
  parts: ReadonlySet<string>
  /** The size of the video in bytes that the client announced at the start; null if it announced none. */
  announced: number | null
  contentType: string | null
  /** Milliseconds since the epoch. */
  startedAt: number
  chunks: Buffer[]
  stored: number
  /** The size of the video in bytes; null until the client announces it or sends a range with a total. */
  total: number | null
  done: Video | null
}

const lifetimeMs = 7 * 86_400_000

export interface UploadSessions {
  open(session: Omit<UploadSession, 'chunks' | 'stored' | 'total' | 'done' | 'startedAt'>): void
  /** Returns a session; undefined if it does not exist or has expired. */
  find(id: string): UploadSession | undefined
  /** The objects whose data a snapshot stores and restores. */
  records: object
}

/** Creates the store of upload sessions. A session expires after a week. `now` returns ms since the epoch. */
export function createUploadSessions(now: () => number): UploadSessions {
  const sessions = new Map<string, UploadSession>()
  return {
    records: { sessions },
    open(session) {
      const fresh = { chunks: [], stored: 0, total: session.announced, done: null, startedAt: now() }
      sessions.set(session.id, { ...session, ...fresh })
    },
    find(id) {
      const session = sessions.get(id)
      if (session === undefined || now() - session.startedAt < lifetimeMs) return session
      sessions.delete(id)
      return undefined
    },
  }
}
