import type { AuditEntry } from '@carillon/client'
import { api } from '../../data/api.ts'
import type { CursorPage } from '../../data/cursor-list.ts'

export interface ActivityFilters {
  action: string | null
  actorId: string | null
  targetId: string | null
  /** Days as YYYY-MM-DD (UTC); the second is the last one. */
  from: string | null
  to: string | null
}

const dayMs = 86_400_000

/** The query of the audit log for what was chosen. */
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

/** One page of the audit log. */
export async function readEntries(
  filters: ActivityFilters,
  { cursor, signal, limit = 50 }: PageOptions,
): Promise<CursorPage<AuditEntry>> {
  const query = { ...queryOf(filters), limit, ...(cursor && { cursor }) }
  const { data } = await api.get('/audit-log', { query, ...(signal && { signal }) })
  return { items: data.entries, nextCursor: data.nextCursor }
}
