import type { Platform } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { writeHasEnded } from './ended-writes.ts'

export interface QueueGauges {
  /**
   * Jobs that could run now, that wait for their time, that run, and that failed as often as they may. Those of an
   * external write that has ended are not counted.
   */
  due: number
  later: number
  running: number
  failed: number
  /** How many seconds the oldest job that could run has been waiting; 0 when no job is due. */
  oldestDueSeconds: number
}

/** Counts the jobs in the queue by state and reads how long the oldest due job has waited, in seconds. */
export async function readQueueGauges(db: Db): Promise<QueueGauges> {
  const { rows } = await sql<QueueGauges>`
    with job as (
      select run_at, case
        when locked_at is not null then 'running'
        when attempts >= max_attempts and ${writeHasEnded} then 'ended'
        when attempts >= max_attempts then 'failed'
        when run_at > now() then 'later'
        else 'due' end as state
      from graphile_worker._private_jobs
    )
    select
      count(*) filter (where state = 'due') as due,
      count(*) filter (where state = 'later') as later,
      count(*) filter (where state = 'running') as running,
      count(*) filter (where state = 'failed') as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where state = 'due')), 0)::float8 as "oldestDueSeconds"
    from job`.execute(db.kysely)
  return rows[0] ?? { due: 0, later: 0, running: 0, failed: 0, oldestDueSeconds: 0 }
}

export interface EndingAccess {
  platform: string
  count: number
}

/** Counts connected accounts with these login methods whose access ends before a time, by network. */
export function countEndingAccess(
  db: Db,
  { logins, before }: { logins: readonly { platform: string; authMethod: string | null }[]; before: Date },
): Promise<EndingAccess[]> {
  const named = JSON.stringify(logins)
  const login = sql<{ platform: Platform; authMethod: string | null }>`jsonb_to_recordset(${named}::jsonb)`
  return db.kysely
    .selectFrom('account')
    .innerJoin('credential', 'credential.accountId', 'account.id')
    .innerJoin(login.as<'login'>(sql`login(platform text, "authMethod" text)`), (join) =>
      join
        .onRef('login.platform', '=', 'account.platform')
        .on(sql<boolean>`login."authMethod" is not distinct from account.auth_method`),
    )
    .select(['account.platform', ({ fn }) => fn.countAll<number>().as('count')])
    .where('account.status', '=', 'connected')
    .where('credential.expiresAt', '<', before)
    .groupBy('account.platform')
    .orderBy('account.platform')
    .execute()
}

const openStatuses = ['accepted', 'processing', 'unknown'] as const

export interface OpenWrites {
  kind: string
  status: (typeof openStatuses)[number]
  count: number
}

/** Counts the external writes of each kind that are open or have an unknown outcome. */
export function countOpenWrites(db: Db): Promise<OpenWrites[]> {
  return (
    db.kysely
      .selectFrom('externalWrite')
      .select(['kind', 'status', ({ fn }) => fn.countAll<number>().as('count')])
      // As literals: only then does the planner see that the index over those holds all of them.
      .where(sql<boolean>`status in ('accepted', 'processing', 'unknown')`)
      .$narrowType<{ status: OpenWrites['status'] }>()
      .groupBy(['kind', 'status'])
      .orderBy('kind')
      .orderBy('status')
      .execute()
  )
}
