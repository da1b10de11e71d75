import { setTimeout as sleep } from 'node:timers/promises'

/** Selects the statements that are sent again when the database fails. */
export interface RepeatedStatements {
  /**
   * Returns whether a statement may be sent again: only if a second execution changes nothing more, as an earlier try
   * may have been executed.
   */
  matches(text: string): boolean
  /** The time in ms after the first failure during which a statement is sent again. */
  forMs: number
}

/** Returns the SQL text of a statement in any of the forms that pg accepts; an empty string for anything else. */
export function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}

/**
 * Calls `send` until it succeeds, fails with an error for which `isPassing` is false, or `forMs` have passed since the
 * first failure. Waits 0.1 s after the first try, and twice as long after each further one, at most 2 s. Rejects with
 * the last error at the end.
 * @param send sends a statement; it must not keep a connection once it has failed
 */
export async function repeatWhilePassing<Result>(
  send: () => Promise<Result>,
  { forMs, isPassing }: { forMs: number; isPassing(error: unknown): boolean },
): Promise<Result> {
  let until: number | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      until ??= Date.now() + forMs
      if (!isPassing(error) || Date.now() >= until) throw error
    }
    await sleep(Math.min(100 * 2 ** (attempt - 1), 2_000))
  }
}
