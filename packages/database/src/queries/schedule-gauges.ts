import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { countRows } from '../statements/results.ts'
import { maxCounted } from './queue-gauges.ts'

/** Metrics of schedules. */
export interface ScheduleGauges {
  /** The number of schedules whose start has come, counted up to 10,001. */
  due: number
  /** How many seconds ago the earliest of them should have started; 0 if there are none. */
  oldestDueSeconds: number
  /** The number of held schedules, counted up to 10,001. */
  held: number
}

/** Reads the metrics of schedules. A schedule starts when it is due, or up to 50 s later if many are due. */
export async function readScheduleGauges(db: Db): Promise<ScheduleGauges> {
  const due = sql<{ at: Date }>`(
    select coalesce(start_at, due_at) as at from (
      (select start_at, due_at from schedule where status = 'scheduled' and start_at is not null and start_at <= now()
        order by start_at limit ${maxCounted + 1})
      union all
      (select start_at, due_at from schedule where status = 'scheduled' and start_at is null and due_at <= now()
        order by due_at limit ${maxCounted + 1})
    ) as waiting limit ${maxCounted + 1})`
  const waiting = db.kysely
    .selectFrom(due.as('due'))
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(at)), 0)::float8`.as('oldestDueSeconds'))
  const held = await countRows(db, sql`select from schedule where status = 'held' limit ${maxCounted + 1}`)
  return { ...(await waiting.executeTakeFirstOrThrow()), held }
}
