import type { Metadata, Video } from '../state/state.ts'

/** An upload in progress. `done` is the video once it exists. */
export interface UploadSession {
  id: string
  channelId: string
  metadata: Metadata
  notifySubscribers: boolean
  /** The parts that the final response holds. */
  parts: ReadonlySet<string>
  /** Bytes as announced when it was started; null when nothing was. */
  announced: number | null
  contentType: string | null
  startedAt: number
  chunks: Buffer[]
  stored: number
  /** Bytes of the whole video as the chunks tell; fixed by the first that does. */
  total: number | null
  done: Video | null
}

const lifetimeMs = 7 * 86_400_000

export interface UploadSessions {
  open(session: Omit<UploadSession, 'chunks' | 'stored' | 'total' | 'done' | 'startedAt'>): void
  /** Undefined when there never was such a session, or not any more. */
  find(id: string): UploadSession | undefined
  /** Makes every unfinished session respond with 404 from now on. */
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
