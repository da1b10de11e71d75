import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

export interface RepeatedStatements {
  /** Whether a statement may be repeated: it must change nothing more when an earlier try was executed after all. */
  matches(text: string): boolean
  /** Milliseconds after the first failure in which a statement is repeated. */
  forMs: number
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}

/** The wait before try `attempt`, which counts from 1: 0.1 s, doubled up to 2 s. */
function waitMs(attempt: number): number {
  return Math.min(100 * 2 ** (attempt - 1), 2_000)
}

/**
 * Returns a function that repeats a statement which failed with `first`, on any connection of the pool, until it
 * succeeds, fails for another reason than the database, or `forMs` have passed. A statement that does not match fails at
 * once.
 */
export function repeating(
  pool: pg.Pool,
  { matches, forMs }: RepeatedStatements,
  isPassing: (error: unknown) => boolean,
): (statement: unknown, first: unknown) => Promise<unknown> {
  return async (statement, first) => {
    if (!matches(textOf(statement))) throw first
    const until = Date.now() + forMs
    let error = first
    for (let attempt = 1; isPassing(error) && Date.now() < until; attempt++) {
      await sleep(waitMs(attempt))
      try {
        return await Reflect.apply(pool.query, pool, [statement])
      } catch (next) {
        error = next
      }
    }
    throw error
  }
}
