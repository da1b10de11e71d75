import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { hasLogin, type Login, selectEndingAccess } from './account-standing.ts'
import { maxCounted } from './queue-gauges.ts'

/** The number of accounts on a platform whose access ends soon. */
export interface EndingAccess {
  platform: string
  count: number
}

/**
 * Counts the connected accounts with these login methods whose access ends before a time, by platform. Platforms
 * without such accounts are left out.
 */
export function countEndingAccess(
  db: Db,
  { logins, before }: { logins: readonly Login[]; before: Date },
): Promise<EndingAccess[]> {
  return selectEndingAccess(db, before)
    .where(hasLogin(logins))
    .select(['account.platform', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('account.platform')
    .orderBy('account.platform')
    .execute()
}

const openStatuses = ['accepted', 'processing', 'unknown'] as const

/** The number of external writes of one kind that have one open status. */
export interface OpenWrites {
  kind: string
  status: (typeof openStatuses)[number]
  count: number
}

// As literals: only then does the planner see that the index over those holds all of them.
const isOpen = sql<boolean>`status in ('accepted', 'processing', 'unknown')`

/**
 * Counts the external writes that have not ended or have an unknown outcome, by kind and status. Up to 10,000 writes in
 * all are counted. If there are more, the numbers are estimated from the statistics of the table, for the kinds in
 * `kinds` only.
 */
export async function countOpenWrites(db: Db, kinds: readonly string[]): Promise<OpenWrites[]> {
  const open = db.kysely.selectFrom('externalWrite').where(isOpen)
  const some = open.select(['kind', 'status']).limit(maxCounted + 1)
  const counted = await db.kysely
    .selectFrom(some.as('some'))
    .select(['kind', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .$narrowType<{ status: OpenWrites['status'] }>()
    .groupBy(['kind', 'status'])
    .orderBy('kind')
    .orderBy('status')
    .execute()
  if (counted.reduce((sum, { count }) => sum + count, 0) <= maxCounted) return counted
  return estimateOpenWrites(db, kinds)
}

function estimateOpenWrites(db: Db, kinds: readonly string[]): Promise<OpenWrites[]> {
  const writes = sql<string>`format('select from external_write where status = %L and kind = %L', status, kind)`
  return db.kysely
    .selectFrom(sql<Pick<OpenWrites, 'kind'>>`unnest(${kinds}::text[])`.as('kind'))
    .crossJoin(sql<Pick<OpenWrites, 'status'>>`unnest(${openStatuses}::text[])`.as('status'))
    .select(['kind', 'status', ({ fn }) => fn<number>('estimate_count', [writes]).as('count')])
    .orderBy('kind')
    .orderBy('status')
    .execute()
}
