import { setTimeout as sleep } from 'node:timers/promises'
import { advanceCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { type SpooledRefresh, spool } from './token-spool.ts'

const timeoutMs = 30_000
const pauseMs = 500

/**
 * Stores the result of a token refresh, unless newer tokens are stored. The old token may be invalid by now, so if the
 * database fails, storing is retried for 30 seconds, and an encrypted copy is written to the token spool (files that
 * workers store in the database later). The copy is deleted if a retry succeeds.
 * @throws Error that of the last retry, if the database still fails; the copy in the spool is kept
 */
export async function keepRefreshed(context: Context, refreshed: SpooledRefresh): Promise<void> {
  const { db, log, tokenSpool } = context
  const accountId = refreshed.accountId
  try {
    await advanceCredential(db, refreshed)
    return
  } catch (error) {
    log.error({ accountId, err: error }, 'refreshed token not stored yet')
  }
  const spooling = spool(tokenSpool, refreshed).catch((error: unknown) => {
    log.error({ accountId, err: error }, 'refreshed token not spooled')
    return null
  })
  const until = Date.now() + timeoutMs
  for (;;) {
    await sleep(pauseMs)
    try {
      await advanceCredential(db, refreshed)
      break
    } catch (error) {
      if (Date.now() > until) {
        await spooling
        throw error
      }
    }
  }
  const name = await spooling
  // What stays is dropped by the next replay: its generation is superseded.
  if (name !== null)
    await tokenSpool
      .remove(name)
      .catch((error: unknown) => log.warn({ accountId, err: error }, 'spooled token not removed'))
}
