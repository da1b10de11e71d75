import type { AuditEntry } from '@carillon/client'
import { api } from '../../data/api.ts'
import type { CursorPage } from '../../data/merge-head.ts'

export interface ActivityFilters {
  action: string | null
  actorId: string | null
  targetId: string | null
  /** The first and the last day, as YYYY-MM-DD in UTC, both included; null without a bound. */
  from: string | null
  to: string | null
}

const dayMs = 86_400_000

/** The query parameters of the audit log for these filters: `to` becomes the start of the following day. */
export function queryOf({ action, actorId, targetId, from, to }: ActivityFilters) {
  return {
    ...(action && { action }),
    ...(actorId && { actorId }),
    ...(targetId && { targetId }),
    ...(from && { from: `${from}T00:00:00.000Z` }),
    ...(to && { to: new Date(Date.parse(`${to}T00:00:00.000Z`) + dayMs).toISOString() }),
  }
}

interface PageOptions {
  cursor: string | undefined
  signal?: AbortSignal
  limit?: number
}

/**
 * One page of the audit log, newest first, with 50 entries unless `limit` says otherwise. `cursor` is undefined for the
 * first page. Throws `ApiError`.
 */
export async function readEntries(
  filters: ActivityFilters,
  { cursor, signal, limit = 50 }: PageOptions,
): Promise<CursorPage<AuditEntry>> {
  const query = { ...queryOf(filters), limit, ...(cursor && { cursor }) }
  const { data } = await api.get('/audit-log', { query, ...(signal && { signal }) })
  return { items: data.entries, nextCursor: data.nextCursor }
}
