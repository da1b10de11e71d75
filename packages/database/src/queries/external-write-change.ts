import type { ScheduleStatus } from '@carillon/domain'
import type { Db } from '../db.ts'
import type { NewEvent } from '../schema/event.ts'
import type { ExternalWriteChanges, ExternalWriteRow, WriteStatus } from '../schema/external-write.ts'
import { columnsOf, type Part, statement } from '../statements/statement.ts'
import { raisedPart } from './event.ts'
import type { BegunAttempt, EndedAttempt } from './external-write-attempt.ts'
import { hintJobs, jobValues, type NewJob, queuedText } from './jobs.ts'
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
 * @param by the id of the worker pool; null for another process
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
   * Whether the budget that the write used is refunded, unless an earlier attempt may have reached the network.
   * Default: false.
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

const none: Part = { text: '', values: [] }

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
 * another process has changed the write: the caller must then stop. The same statement stores an attempt that begins
 * or ends, queues a job (unless the queue is full), refunds the budget of the API key (`givesBack`) and stores events,
 * each if given. If a schedule became the write, the status of the schedule is set to match that of the write.
 */
export async function changeExternalWrite(
  db: Db,
  row: ExternalWriteRow,
  changes: ExternalWriteChanges,
  { attempt, job, givesBack, events, onKnownTimeline = false }: ChangedBeside = {},
): Promise<ExternalWriteRow | undefined> {
  const { id, version, scheduleId } = row
  const { names, values } = columnsOf(changes)
  const sets = names.map((name, at) => `${name} = $${at + 3}`)
  const noted = noteOf(attempt, names.length + 3)
  const raised = raisedPart(events, names.length + noted.values.length + 3)
  const before = [...noted.values, ...raised.values]
  const given = givesBack ? givenBackPart(attempt?.number ?? 0, names.length + before.length + 3) : none
  const scheduled =
    scheduleId === null ? none : scheduledPart(changes, names.length + before.length + given.values.length + 3)
  const beside = [...before, ...given.values, ...scheduled.values]
  const next = names.length + beside.length + 3
  if (job) sets.push(`queued = has_queue_place(platform, organization_id, $${next}::timestamptz, $${next + 1}::int)`)
  const placed = job ? [job.options.runAt ?? new Date(), db.maxQueued, ...jobValues(job)] : []
  const queued = job && queuedText(next + 2)
  const change = statement<Pick<ExternalWriteRow, 'version' | 'queued'>>(
    `with changed as (
      update external_write set ${[...sets, 'version = version + 1'].join(', ')}
      where id = $1 and version = $2${onKnownTimeline ? ' and require_known_timeline()' : ''}
      returning id, version, queued, schedule_id, budget, budget_key_ids, due_at
    )${noted.text}${raised.text}${given.text}${scheduled.text} select version, queued from changed${queued ? ` where ${queued}` : ''}`,
    'durable',
  )
  const [stored] = await change(db, [id, version, ...values, ...beside, ...placed])
  if (stored === undefined) return undefined
  const after = { ...rowAfter(row, changes), ...stored }
  if (changes.status !== undefined) db.hints.write(after)
  if (events && events.length > 0) db.hints.events()
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
 * @param first the number of the first placeholder (`$n`) of the part
 */
function scheduledPart({ status, updatedAt }: ExternalWriteChanges, first: number): Part {
  if (status === undefined) return none
  const text = `, scheduled as (
    update schedule set status = $${first}::text, version = schedule.version + 1, updated_at = $${first + 1}::timestamptz
    from changed where schedule.id = changed.schedule_id and schedule.status <> $${first}::text
  )`
  return { text, values: [scheduleStatuses[status], updatedAt ?? new Date()] }
}

/**
 * Returns the part of a statement that stores the beginning or the end of an attempt; empty without an attempt.
 * @param first the number of the first placeholder (`$n`) of the part
 */
function noteOf(attempt: BegunAttempt | EndedAttempt | undefined, first: number): Part {
  if (!attempt) return none
  const [one, two, three, four] = [first, first + 1, first + 2, first + 3]
  if ('step' in attempt) {
    const { number, step, startedAt, requestId } = attempt
    const text = `, noted as (
      insert into external_write_attempt (write_id, number, step, started_at, request_id)
      select id, $${one}::int, $${two}::text, $${three}::timestamptz, $${four}::text from changed
    )`
    return { text, values: [number, step, startedAt, requestId] }
  }
  const { number, endedAt, outcome, errorCode } = attempt
  const text = `, noted as (
    update external_write_attempt as attempt
    set ended_at = $${two}::timestamptz, outcome = $${three}::text, error_code = $${four}::text
    from changed where attempt.write_id = changed.id and attempt.number = $${one}::int
  )`
  return { text, values: [number, endedAt, outcome, errorCode] }
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
