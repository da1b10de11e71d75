import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Watched, watchBlockingSessions } from './blocking-sessions.ts'

/** How long a migration waits for locks, and how often it is repeated. */
export interface LockWaits {
  /** Milliseconds for one lock. Statements of the service that queue up behind it wait for as long. */
  lockMs: number
  /** Milliseconds for the end of transactions that an index built concurrently waits for; nothing queues up behind it. */
  indexMs: number
  tries: number
  /** Milliseconds between two tries, in which the service goes on. */
  pauseMs: number
}

export const lockWaits: LockWaits = { lockMs: 2_000, indexMs: 600_000, tries: 40, pauseMs: 3_000 }

/** A migration that did not get its locks. */
export class MigrationBlockedError extends Error {
  override readonly name = 'MigrationBlockedError'

  constructor(what: string, tries: number, sessions: readonly string[], cause: unknown) {
    const named = sessions.length > 0 ? sessions.map((session) => `\n  ${session}`).join('') : ' not visible'
    super(
      `Migration ${what} did not get its locks in ${tries} tries. Sessions that block it, by their process id ` +
        `in the server:${named}\nEnd them or wait for them, and run migrate again; it continues here.`,
      { cause },
    )
  }
}

/** Lock not available, deadlock detected. */
const passing = new Set(['55P03', '40P01'])

/** Whether a statement failed because of locks that other sessions have. */
function isBlocked(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && passing.has(thrown.code ?? '')
}

/**
 * Runs `attempt` until it gets its locks.
 * @param what the migration and its part, for messages
 * @param attempt limits its waits for locks itself, and changes nothing if it fails
 * @throws MigrationBlockedError that names the blocking sessions, after the last try
 */
export async function repeatWhileLocked<Result>(
  attempt: () => Promise<Result>,
  { what, waits, watched }: { what: string; waits: LockWaits; watched: Watched },
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const endWatch = watchBlockingSessions(watched)
    try {
      return await attempt()
    } catch (error) {
      if (!isBlocked(error)) throw error
      const sessions = await endWatch()
      if (tries >= waits.tries) throw new MigrationBlockedError(what, tries, sessions, error)
      watched.log.warn({ detail: [what, ...sessions].join('; ') }, 'a migration waits for locks')
    } finally {
      await endWatch()
    }
    await sleep(waits.pauseMs)
  }
}
