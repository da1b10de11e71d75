import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { AuditRow } from '../schema/audit.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { matching } from '../statements/matching.ts'
import { ofProfiles } from '../statements/of-profiles.ts'

/** Selects audit entries of an organization; absent fields select all. */
export interface AuditRead {
  organizationId: string
  /** Only entries of these profiles; null for all entries, also those without a profile. */
  profileIds: readonly string[] | null
  action?: string
  actorId?: string
  targetId?: string
  from?: Date
  /** Only entries before this time. */
  to?: Date
  /** Only entries older than the one with this id, for the next page. */
  beforeId?: string
  limit: number
}

/** The maximum difference in ms between the time of an entry and that in its id. */
const slackMs = 3_600_000

/**
 * Returns the SQL condition that an entry has a target with this id. The targets are stored as `JSON.stringify` writes
 * them: only if their text contains the id are they parsed, which takes five times as long as to search the text.
 */
const hasTarget = (id: string) => sql<boolean>`case when strpos(targets::text, ${JSON.stringify(id)}) > 0
  then exists (select from json_array_elements(targets) target where target ->> 'id' = ${id}) else false end`

function readOf(db: Db, table: 'auditOutbox' | 'auditEntry', read: AuditRead): Promise<AuditRow[]> {
  const { profileIds, action, actorId, targetId, from, to, beforeId } = read
  let query = db.kysely
    .selectFrom(table)
    .select(['id', 'organizationId', 'at', 'action', 'actorType', 'actorId', 'actorName', 'profileId', 'targets'])
    .select(['requestId', 'ip', 'userAgent', 'status', 'code'])
    .where('organizationId', '=', read.organizationId)
    .where(ofProfiles(profileIds))
    .where(matching<'auditEntry'>({ action, actorId }))
  if (targetId !== undefined) query = query.where(hasTarget(targetId))
  if (from !== undefined)
    query = query.where('at', '>=', from).where('id', '>=', firstIdOf(new Date(from.getTime() - slackMs)))
  if (to !== undefined) query = query.where('at', '<', to).where('id', '<', firstIdOf(new Date(to.getTime() + slackMs)))
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  return query.orderBy('id', 'desc').limit(read.limit).execute()
}

/**
 * Returns the audit entries of an organization that match a filter, newest first, including those that have no position
 * in the chain yet. Actions that have not ended are left out.
 */
export async function readAuditLog(db: Db, read: AuditRead): Promise<AuditRow[]> {
  // An entry that moves from the outbox to the chain in between is read twice, and never missed.
  const waiting = await readOf(db, 'auditOutbox', read)
  const closed = await readOf(db, 'auditEntry', read)
  const rows = new Map([...closed, ...waiting].map((row) => [row.id, row]))
  return [...rows.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)).slice(0, read.limit)
}
