import { setTimeout as sleep } from 'node:timers/promises'
import { translateDatabaseError } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'

const codes: ReadonlySet<string> = new Set(['database_error', 'temporarily_unavailable'])

/**
 * Whether work failed because Carillon's database or media store was unavailable or too busy. Such a failure says
 * nothing about a network and decides no outcome: the work is repeated.
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
 * Repeats work while the database or the media store fails, with increasing pauses, for at most `forMs` milliseconds.
 * `again` is true if an earlier attempt failed, because that attempt may have been stored.
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
