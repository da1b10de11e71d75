import { setTimeout as sleep } from 'node:timers/promises'
import { advanceCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { type SpooledRefresh, spool } from './token-spool.ts'

const timeoutMs = 30_000
const pauseMs = 500
/**
 * Milliseconds without a response of the database after which a copy of the tokens is written to the token spool. A
 * statement may take longer to fail than the lease that keeps other processes from using the old token.
 */
const spoolAfterMs = 500

/** Stores the result of a token refresh again until the database accepts it, for 30 seconds after a first failure. */
async function storeAgain({ db }: Context, refreshed: SpooledRefresh): Promise<void> {
  const until = Date.now() + timeoutMs
  for (;;) {
    await sleep(pauseMs)
    try {
      await advanceCredential(db, refreshed)
      return
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/**
 * Stores the result of a token refresh, unless newer tokens are stored. The old token may be invalid by now. If the
 * database fails, storing is therefore retried for 30 seconds. If it fails or does not respond within half a second, an
 * encrypted copy is written to the token spool (files that workers store in the database later), and deleted when the
 * tokens are stored.
 * @throws Error that of the last retry, if the database still fails; the copy in the spool is kept
 */
export async function keepRefreshed(context: Context, refreshed: SpooledRefresh): Promise<void> {
  const { db, log, tokenSpool } = context
  const accountId = refreshed.accountId
  const copy: { name?: Promise<string | null> } = {}
  const beginCopy = () => {
    copy.name ??= spool(tokenSpool, refreshed).catch((error: unknown) => {
      log.error({ accountId, err: error }, 'refreshed token not spooled')
      return null
    })
  }
  const timer = setTimeout(beginCopy, spoolAfterMs)
  try {
    await advanceCredential(db, refreshed).catch(async (error: unknown) => {
      log.error({ accountId, err: error }, 'refreshed token not stored yet')
      beginCopy()
      await storeAgain(context, refreshed)
    })
  } catch (error) {
    await copy.name
    throw error
  } finally {
    clearTimeout(timer)
  }
  const name = (await copy.name) ?? null
  // A copy that stays is dropped by the next replay, because its generation is superseded.
  if (name !== null)
    await tokenSpool
      .remove(name)
      .catch((error: unknown) => log.warn({ accountId, err: error }, 'spooled token not removed'))
}
