import { setTimeout as sleep } from 'node:timers/promises'
import { translateDatabaseError } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'

const codes: ReadonlySet<string> = new Set(['database_error', 'temporarily_unavailable'])

/**
 * Whether work failed because our own store (the database, or the room for media) could not be used or was too busy. Such a
 * failure says nothing about a social network and decides no outcome: the work is repeated.
 */
export function isStoreFailure(thrown: unknown): boolean {
  // A network can be unavailable under the same code; only the cause tells the two apart.
  if (thrown instanceof ProviderError) return codes.has(thrown.code) && isStoreFailure(thrown.cause)
  const translated = translateDatabaseError(thrown)
  return translated instanceof ServiceError && codes.has(translated.code)
}

const firstPauseMs = 50
const maxPauseMs = 1_000

/**
 * Repeats work while the store fails, with growing pauses, for `forMs` milliseconds at most. The work is told whether an
 * earlier try failed: its effect may have been stored although the confirmation was lost.
 */
export async function throughStoreFailures<T>(forMs: number, work: (again: boolean) => Promise<T>): Promise<T> {
  const until = performance.now() + forMs
  for (let pause = firstPauseMs, again = false; ; pause = Math.min(maxPauseMs, pause * 2), again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!isStoreFailure(error) || performance.now() + pause > until) throw error
    }
    await sleep(pause)
  }
}
