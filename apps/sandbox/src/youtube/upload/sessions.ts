import type { Metadata, Video } from '../state/state.ts'

/** An upload in progress. `done` is the video once it exists. */
export interface UploadSession {
  id: string
  channelId: string
  metadata: Metadata
  notifySubscribers: boolean
  /** The parts of the final response. */
  parts: ReadonlySet<string>
  /** The size in bytes that was announced at the start; null for none. */
  announced: number | null
  contentType: string | null
  startedAt: number
  chunks: Buffer[]
  stored: number
  /** The size of the whole video in bytes, from the first chunk that contains it; null before. */
  total: number | null
  done: Video | null
}

const lifetimeMs = 7 * 86_400_000

export interface UploadSessions {
  open(session: Omit<UploadSession, 'chunks' | 'stored' | 'total' | 'done' | 'startedAt'>): void
  /** Returns a session; undefined for an unknown or expired one. */
  find(id: string): UploadSession | undefined
  /** Deletes all unfinished sessions, so that their URLs respond with 404. */
  drop(): void
  /** The state that a snapshot contains. */
  records: object
}

/** Creates the upload sessions of all channels. A session expires after a week. */
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
    drop() {
      for (const [id, { done }] of sessions) if (done === null) sessions.delete(id)
    },
  }
}
