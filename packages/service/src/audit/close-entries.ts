import { closeAuditEntries, endAbandonedAuditEntries, readAuditChains } from '@carillon/database'
import type { Context } from '../context.ts'
import { closeRows } from './chain.ts'

/** The maximum number of entries that one transaction appends. */
const batch = 500

/**
 * Job: appends committed audit entries to the hash chains of their organizations until none is left or `signal` aborts.
 * Before that, ends the entries of requests that have been open for 45 minutes, because their process died without a
 * response; the status of these entries stays null.
 */
export async function closeEntries({ db, log }: Pick<Context, 'db' | 'log'>, signal?: AbortSignal): Promise<void> {
  const count = await endAbandonedAuditEntries(db)
  if (count > 0) log.warn({ count }, 'requests ended without a response; their audit entries have no status')
  while (!signal?.aborted) {
    const moved = await closeAuditEntries(db, { limit: batch, close: closeRows })
    if (moved < batch) return
  }
}

/** The period, in ms, in which a chain has to have grown for its head to be logged: somewhat more than an hour. */
const loggedMs = 70 * 60_000

/**
 * Logs the last hash of each chain that has grown within the last 70 minutes, so that the log, outside of the database,
 * can prove a later change of the entries.
 */
export async function logHeads({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const since = now().getTime() - loggedMs
  for (const { organizationId, lastNumber, lastHash, lastClosedAt } of await readAuditChains(db)) {
    if (lastClosedAt.getTime() < since) continue
    log.info({ organizationId, place: lastNumber, head: lastHash }, 'head of the audit log')
  }
}
