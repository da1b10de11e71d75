import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { countRows } from '../statements/results.ts'
import { maxCounted } from './queue-gauges.ts'

/** Metrics of schedules. */
export interface ScheduleGauges {
  /** The number of schedules whose start has come, counted up to 10,001. */
  due: number
  /** How many seconds ago the earliest of these schedules should have started; 0 if there are none. */
  oldestDueSeconds: number
  /** The number of held schedules, counted up to 10,001. */
  held: number
}

/** Reads the metrics of schedules. A schedule starts when it is due, or up to 50 s later if many are due. */
export async function readScheduleGauges(db: Db): Promise<ScheduleGauges> {
  const schedules = db.kysely.selectFrom('schedule').limit(maxCounted + 1)
  const scheduled = schedules.where('status', '=', sql.lit('scheduled'))
  const dueBy = (column: 'startAt' | 'dueAt', some: typeof schedules) => {
    const due = some.where(column, '<=', sql<Date>`now()`).orderBy(column)
    return db.kysely.selectFrom(due.select(({ ref }) => ref(column).as('at')).as('due')).select('at')
  }
  const started = dueBy('startAt', scheduled.where('startAt', 'is not', null))
  const due = started.unionAll(dueBy('dueAt', scheduled.where('startAt', 'is', null))).limit(maxCounted + 1)
  const waiting = db.kysely
    .selectFrom(due.as('waiting'))
    .select(({ fn }) => fn.countAll<number>().as('due'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(at)), 0)::float8`.as('oldestDueSeconds'))
  const held = await countRows(db, schedules.where('status', '=', sql.lit('held')))
  return { ...(await waiting.executeTakeFirstOrThrow()), held }
}
