import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Watched, watchBlockingSessions } from './blocking-sessions.ts'

/** How long a migration waits for locks, and how often it tries again. */
export interface LockWaits {
  /** The wait in ms for one lock. Statements of the service that need the same table wait as long. */
  lockMs: number
  /**
   * The wait in ms for the transactions that must end before an index can be built or dropped concurrently; no
   * statement of the service queues up behind it.
   */
  indexMs: number
  /** The maximum number of tries. */
  tries: number
  /** The pause in ms between two tries, in which statements of the service get their locks. */
  pauseMs: number
}

/**
 * How long migrations wait in production: 2 s for a lock (`lockMs`) and 10 minutes for transactions that an index build
 * waits for (`indexMs`), in up to 40 tries with pauses of 3 s. Tests use shorter times.
 */
export const lockWaits: LockWaits = { lockMs: 2_000, indexMs: 600_000, tries: 40, pauseMs: 3_000 }

/** Thrown if a migration did not get its locks. The message names the sessions that block it. */
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

/** The PostgreSQL error codes for "lock not available" and "deadlock detected". */
const passing = new Set(['55P03', '40P01'])

/** Returns whether a statement failed because other sessions hold locks. */
function isBlocked(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && passing.has(thrown.code ?? '')
}

/**
 * Calls `attempt` until it does not fail because of locks, and logs the blocking sessions after each failed try.
 * @param attempt limits its waits for locks itself, and changes nothing if it fails
 * @param what the migration and its part, for messages
 * @throws MigrationBlockedError that names the blocking sessions, after the last try; any other error of `attempt` at
 *   once
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
