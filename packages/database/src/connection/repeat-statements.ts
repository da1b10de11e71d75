import { setTimeout as sleep } from 'node:timers/promises'

export interface RepeatedStatements {
  /** Whether a statement may be repeated: it must change nothing more when an earlier try was executed after all. */
  matches(text: string): boolean
  /** Milliseconds after the first failure in which a statement is repeated. */
  forMs: number
}

/** The text of a statement, in any of the forms that pg accepts. */
export function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : ''
}

/** The wait before try `attempt`, which counts from 1: 0.1 s, doubled up to 2 s. */
function waitMs(attempt: number): number {
  return Math.min(100 * 2 ** (attempt - 1), 2_000)
}

/**
 * Repeats `send` until it succeeds, fails with an error that does not pass, or `forMs` have passed since the first failure.
 * @param send sends a statement; it must not occupy a connection once it has failed
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
    await sleep(waitMs(attempt))
  }
}
