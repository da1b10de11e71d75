import { setTimeout as sleep } from 'node:timers/promises'
import { advanceCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { type SpooledRefresh, spool, unspool } from './token-spool.ts'

const patienceMs = 30_000
const pauseMs = 500

/**
 * Writes what a refresh brought. The old token may be spent, so a database that cannot take it now is asked again for
 * 30 s, with a copy on disk meanwhile that is replayed when a process starts.
 */
export async function keepRefreshed(context: Context, refreshed: SpooledRefresh): Promise<void> {
  try {
    await advanceCredential(context.db, refreshed)
    return
  } catch (error) {
    context.log.error({ accountId: refreshed.account_id, err: error }, 'refreshed token not stored yet')
  }
  const path = await spool(context.config.spoolDir, refreshed)
  const until = Date.now() + patienceMs
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
