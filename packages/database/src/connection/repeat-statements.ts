import { setTimeout as sleep } from 'node:timers/promises'

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

/** Repeats the arguments of a failed query; returns its result. */
export type Repeat = (query: Query, first: unknown) => Promise<unknown>

type Query = readonly [statement: unknown, ...more: unknown[]]

/**
 * Returns a function that repeats a query which failed with `first` until it succeeds, fails for another reason than the
 * database, or `forMs` have passed. A statement that does not match fails at once.
 * @param send sends a query on any connection
 */
export function repeating(
  send: (query: Query) => Promise<unknown>,
  { matches, forMs }: RepeatedStatements,
  isPassing: (error: unknown) => boolean,
): Repeat {
  return async (query, first) => {
    if (!matches(textOf(query[0]))) throw first
    const until = Date.now() + forMs
    let error = first
    for (let attempt = 1; isPassing(error) && Date.now() < until; attempt++) {
      await sleep(waitMs(attempt))
      try {
        return await send(query)
      } catch (next) {
        error = next
      }
    }
    throw error
  }
}
