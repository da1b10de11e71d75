import { setTimeout as sleep } from 'node:timers/promises'
import { advanceCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { type SpooledRefresh, spool, unspool } from './token-spool.ts'

const timeoutMs = 30_000
const pauseMs = 500

/**
 * Stores the result of a refresh. The old token may have been used up, so if the database fails, storing is retried for
 * 30 seconds, with an encrypted copy on disk that the next start replays.
 */
export async function keepRefreshed(context: Context, refreshed: SpooledRefresh): Promise<void> {
  try {
    await advanceCredential(context.db, refreshed)
    return
  } catch (error) {
    context.log.error({ accountId: refreshed.account_id, err: error }, 'refreshed token not stored yet')
  }
  const path = await spool(context.config.spoolDir, refreshed)
  const until = Date.now() + timeoutMs
  for (;;) {
    await sleep(pauseMs)
    try {
      await advanceCredential(context.db, refreshed)
      return await unspool(path)
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
