import type { ScheduleStatus } from '@carillon/domain'
import type { Db } from '../db.ts'
import type { NewEvent } from '../schema/event.ts'
import type { ExternalWriteChanges, ExternalWriteRow, WriteStatus } from '../schema/external-write.ts'
import { columnsOf, statement, Values } from '../statements/statement.ts'
import { raisedPart } from './event.ts'
import type { BegunAttempt, EndedAttempt } from './external-write-attempt.ts'
import { hintJobs, type NewJob, queuedText } from './jobs.ts'
import { givenBackPart } from './key-budget.ts'

/**
 * The state of a write before it was claimed: the columns that the claim overwrites, and those that show how the
 * previous process ended.
 */
export type ClaimedFrom = Pick<ExternalWriteRow, 'runningSince' | 'runningBy' | 'openStep' | 'settleAt'>

/** A claimed write, and its state before the claim. */
export interface WriteClaim {
  row: ExternalWriteRow
  before: ClaimedFrom
}

interface Claimed extends ExternalWriteRow {
  sinceBefore: ClaimedFrom['runningSince']
  byBefore: ClaimedFrom['runningBy']
  written: unknown
}

const claim = statement<Claimed>(
  `with found as (
    select id, running_since, running_by from external_write
    where id = $1 and wake_at is not null and require_known_timeline() for update
  )
  update external_write set
    crash_count = crash_count + case when external_write.running_since is null then 0 else 1 end,
    version = version + 1, changed_by = null, running_since = $2, running_by = $3, wake_at = $4
  from found where external_write.id = found.id
  returning external_write.*, found.running_since as since_before, found.running_by as by_before,
    set_config('synchronous_commit', 'off', true) as written`,
  'lazy',
)

/**
 * Claims an open write until `lease`; undefined if it has ended or does not exist. A row that is still marked as
 * running is claimed as well, and counted in `crashCount`: the process that ran it is taken to have crashed. The commit
 * of the claim does not wait for the disk: a claim that is lost in a crash of the database had no effect, as the intent
 * of the first call to the network is stored after it by a commit that waits.
 * @param by the id of the worker pool that runs the write; null for another process, such as a gateway
 * @throws an error that `isUnknownTimeline` recognizes if the database server was promoted and no process has stored
 *   its new timeline yet
 */
export async function claimExternalWrite(
  db: Db,
  id: string,
  { now, lease, by }: { now: Date; lease: Date; by: string | null },
): Promise<WriteClaim | undefined> {
  const [claimed] = await claim(db, [id, now, by, lease])
  if (!claimed) return undefined
  const { sinceBefore: runningSince, byBefore: runningBy, written: _, ...row } = claimed
  return { row, before: { runningSince, runningBy, openStep: row.openStep, settleAt: row.settleAt } }
}

const readDue = statement<ExternalWriteRow>(
  'select * from external_write where id = $1 and wake_at is not null and require_known_timeline()',
  'lazy',
)

/**
 * Reads an open write, without a claim; undefined if it has ended or does not exist.
 * @throws an error that `isUnknownTimeline` recognizes if the database server was promoted and no process has stored
 *   its new timeline yet
 */
export async function readOpenWrite(db: Db, id: string): Promise<ExternalWriteRow | undefined> {
  const [row] = await readDue(db, [id])
  return row
}

/** The rows that are stored together with a change of a write, and not stored if the change is not made. */
export interface ChangedBeside {
  /** An attempt that begins, or the end of an attempt. */
  attempt?: BegunAttempt | EndedAttempt | undefined
  /** The job to queue; it is left out if there is no place for it in the queue. */
  job?: NewJob | undefined
  /**
   * Whether the budget that the write used is refunded. It is not refunded if an earlier attempt may have reached the
   * network. Default: false.
   */
  givesBack?: boolean | undefined
  /** The events that report the change. */
  events?: readonly NewEvent[] | undefined
  /**
   * Whether to throw an error that `isUnknownTimeline` recognizes, and change nothing, if the database server was
   * promoted and no process has stored its new timeline yet. Default: false.
   */
  onKnownTimeline?: boolean | undefined
}

const jsonColumns = ['state', 'result', 'error', 'payload'] as const

/** Returns `row` with `changes`, whose JSON text is parsed. */
export function rowAfter(row: ExternalWriteRow, changes: ExternalWriteChanges): ExternalWriteRow {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  const parsed = changed.map(([name, value]) =>
    jsonColumns.some((json) => json === name) && typeof value === 'string' ? [name, JSON.parse(value)] : [name, value],
  )
  return { ...row, ...Object.fromEntries(parsed) }
}

/**
 * Changes a write if it still has the version of `row`. Returns `row` with the changes, the new version and `queued`,
 * without reading it: `row` must have all columns, as last read or returned. Returns undefined, without a change, if
 * the write was changed or deleted since: the caller must then stop. The same statement stores an attempt that begins
 * or ends, queues a job (unless the queue is full), refunds the budget of the API key (`givesBack`) and stores events,
 * each if given. If a schedule became the write, the status of the schedule is set to match that of the write.
 */
export async function changeExternalWrite(
  db: Db,
  row: ExternalWriteRow,
  changes: ExternalWriteChanges,
  { attempt, job, givesBack, events = [], onKnownTimeline = false }: ChangedBeside = {},
): Promise<ExternalWriteRow | undefined> {
  const values = new Values()
  const isRow = `id = ${values.add(row.id)} and version = ${values.add(row.version)}`
  const sets = columnsOf(changes).map(([name, value]) => `${name} = ${values.add(value)}`)
  if (job) {
    const [due, max] = [values.add(job.options.runAt ?? new Date()), values.add(db.maxQueued)]
    sets.push(`queued = has_queue_place(platform, organization_id, ${due}::timestamptz, ${max}::int)`)
  }
  const beside = [
    attempt ? notedPart(attempt, values) : '',
    raisedPart(events, values),
    givesBack ? givenBackPart(attempt?.number ?? 0, values) : '',
    row.scheduleId === null ? '' : scheduledPart(changes, values),
  ]
  const [stored] = await db.query<Pick<ExternalWriteRow, 'version' | 'queued'>>(
    `with changed as (
      update external_write set ${[...sets, 'version = version + 1'].join(', ')}
      where ${isRow}${onKnownTimeline ? ' and require_known_timeline()' : ''}
      returning id, version, queued, schedule_id, budget, budget_key_ids, due_at
    )${beside.join('')} select version, queued from changed${job ? ` where ${queuedText(job, values)}` : ''}`,
    values.list,
    'durable',
  )
  if (stored === undefined) return undefined
  const after = { ...rowAfter(row, changes), ...stored }
  if (changes.status !== undefined) db.hints.write(after)
  if (events.length > 0) db.hints.events()
  if (stored.queued && job) hintJobs(db, [job])
  return after
}

/** The status of a schedule, keyed by the status of the write that it became. */
const scheduleStatuses: Readonly<Record<WriteStatus, ScheduleStatus>> = {
  processing: 'taken',
  accepted: 'taken',
  succeeded: 'published',
  failed: 'failed',
  unknown: 'unknown',
}

/**
 * Returns the part of a statement that sets the status of the schedule that became the write; empty if `status` is
 * undefined.
 */
function scheduledPart({ status, updatedAt }: ExternalWriteChanges, values: Values): string {
  if (status === undefined) return ''
  const after = `${values.add(scheduleStatuses[status])}::text`
  return `, scheduled as (
    update schedule set status = ${after}, version = schedule.version + 1,
      updated_at = ${values.add(updatedAt ?? new Date())}::timestamptz
    from changed where schedule.id = changed.schedule_id and schedule.status <> ${after}
  )`
}

/** Returns the part of a statement that stores the beginning or the end of an attempt. */
function notedPart(attempt: BegunAttempt | EndedAttempt, values: Values): string {
  const number = `${values.add(attempt.number)}::int`
  if ('step' in attempt) {
    const { step, startedAt, requestId } = attempt
    return `, noted as (
      insert into external_write_attempt (write_id, number, step, started_at, request_id)
      select id, ${number}, ${values.add(step)}::text, ${values.add(startedAt)}::timestamptz,
        ${values.add(requestId)}::text
      from changed
    )`
  }
  const { endedAt, outcome, errorCode } = attempt
  return `, noted as (
    update external_write_attempt as attempt
    set ended_at = ${values.add(endedAt)}::timestamptz, outcome = ${values.add(outcome)}::text,
      error_code = ${values.add(errorCode)}::text
    from changed where attempt.write_id = changed.id and attempt.number = ${number}
  )`
}

/**
 * Extends the lease on a write that has been running since `since`, without changing its version. Does nothing if it is
 * not running since then.
 */
export async function extendWriteLease(
  db: Db,
  id: string,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await db.kysely
    .updateTable('externalWrite')
    .set({ wakeAt: until })
    .where('id', '=', id)
    .where('runningSince', '=', since)
    .execute()
}
