import { setTimeout as sleep } from 'node:timers/promises'
import { translateDatabaseError } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'

const codes: ReadonlySet<string> = new Set(['database_error', 'temporarily_unavailable'])

/**
 * Returns whether an error means that Carillon's database, media store or token spool was unavailable, or that Carillon
 * was too busy (`temporarily_unavailable`), such as when no refresh slot is free. Such an error says nothing about a
 * network or the outcome of a write, so the work is to be repeated.
 */
export function isStorageFailure(thrown: unknown): boolean {
  // A network can be unavailable with the same code; only the cause distinguishes the two.
  if (thrown instanceof ProviderError) return codes.has(thrown.code) && isStorageFailure(thrown.cause)
  const translated = translateDatabaseError(thrown)
  return translated instanceof ServiceError && codes.has(translated.code)
}

const firstPauseMs = 50
const maxPauseMs = 1_000

/**
 * Runs `work` again while it fails for the reasons of `isStorageFailure`, with pauses that grow from 50 ms to 1 s, for
 * at most `forMs` milliseconds. Then, and for any other error, it throws. `again` is true after a failed attempt,
 * because that attempt may have been stored.
 */
export async function retryStorageFailures<T>(forMs: number, work: (again: boolean) => Promise<T>): Promise<T> {
  const until = performance.now() + forMs
  for (let pause = firstPauseMs, again = false; ; pause = Math.min(maxPauseMs, pause * 2), again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!isStorageFailure(error) || performance.now() + pause > until) throw error
    }
    await sleep(pause)
  }
}
