import { profilesOf, type Scope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Db } from '../db.ts'
import type { ExternalWriteRow, NewExternalWrite } from '../schema/external-write.ts'
import type { MediaFileRow } from '../schema/media-file.ts'
import type { ScheduleRow } from '../schema/schedule.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { insertOf, statement, Values } from '../statements/statement.ts'
import { readWanted } from '../statements/wanted.ts'
import { hintJobs, type NewJob, queuedText } from './jobs.ts'
import { budgetColumns } from './key-budget.ts'
import { type MediaSpace, usedSpaceText } from './media-space.ts'
import { storedInTime } from './write-deadline.ts'

/**
 * Returns the statement that inserts a write. `computed` has SQL for further columns, keyed by column name. `fits` is a
 * condition on the common table expression `used`, under which the write is stored.
 */
function insertWrite(
  { takes, storeBefore, scheduled, ...row }: NewExternalWrite,
  values: Values,
  { computed = {}, fits }: { computed?: Readonly<Record<string, string>>; fits?: string | undefined } = {},
): string {
  const dueAt = row.dueAt ?? row.createdAt
  const stored = { ...row, scheduleId: scheduled?.id, dueAt, status: 'processing', updatedAt: row.createdAt }
  const budget = budgetColumns(takes, { id: row.id, due: dueAt, values })
  const conditions = [fits, storedInTime({ ...row, storeBefore }, values)].filter((text) => text !== undefined)
  const unclaimed = [fits && 'from used', conditions.length > 0 && `where ${conditions.join(' and ')}`]
  const source = scheduled ? 'from claimed' : unclaimed.filter(Boolean).join(' ')
  return insertOf('external_write', stored, { values, source, computed: { ...computed, ...budget } })
}

function insertedRow(row: ExternalWriteRow | undefined, { storeBefore }: NewExternalWrite): ExternalWriteRow {
  if (row !== undefined) return row
  if (storeBefore !== undefined) throw new ServiceError('deadline_passed')
  throw new Error('a write that was inserted was not returned')
}

/**
 * Stores an external write without a job, and returns it. If `row.runningSince` is set, the calling process has to run
 * it; otherwise `takeWaitingWrites` queues it later. Waits for another transaction that stores the same id, and fails
 * if that one commits.
 * @throws an error that `exhaustedBudget` recognizes if the daily budget `row.takes` has no unit left, or that
 *   `isKeyOfBudgetDeleted` recognizes if its API key is deleted; ServiceError `deadline_passed` after `row.storeBefore`
 */
export async function insertExternalWrite(db: Db, row: NewExternalWrite): Promise<ExternalWriteRow> {
  const values = new Values()
  const text = `${insertWrite(row, values)} returning *`
  const [stored] = await db.query<ExternalWriteRow>(text, values.list, 'durable')
  return insertedRow(stored, row)
}

/** The rows that are stored with a write. */
interface Enqueued {
  job: NewJob
  files?: readonly MediaFileRow[]
  /** The space in which the media of the write have to fit; absent for a write without media. */
  space?: MediaSpace | undefined
}

/**
 * Stores an external write with its files and its job in one statement. If its organization or network has too many
 * jobs in the queue, the write is stored without the job, and `takeWaitingWrites` queues it later.
 * @throws the error of `space` if the media do not fit; an error that `exhaustedBudget` recognizes if the daily budget
 *   `row.takes` has no unit left, or that `isKeyOfBudgetDeleted` recognizes if its API key is deleted; ServiceError
 *   `deadline_passed` after `row.storeBefore`
 */
export async function enqueueExternalWrite(
  db: Db,
  row: NewExternalWrite,
  enqueued: Enqueued,
): Promise<ExternalWriteRow> {
  return insertedRow(await enqueue(db, row, enqueued), row)
}

/**
 * Turns a schedule into a write in one statement: sets it to `taken`, stores the write and, if the queue has a place,
 * its job, and moves the files to the write. Returns the write. Returns undefined, and changes nothing, if the schedule
 * is not `scheduled` or `held`, has another version, or has lost its API key.
 * @throws an error that `exhaustedBudget` recognizes if the daily budget `row.takes` has no unit left, or that
 *   `isKeyOfBudgetDeleted` recognizes if its API key is deleted
 */
export async function takeSchedule(
  db: Db,
  row: NewExternalWrite & { scheduled: Pick<ScheduleRow, 'id' | 'version' | 'keyId' | 'startAt'> },
  job: NewJob,
): Promise<ExternalWriteRow | undefined> {
  return enqueue(db, row, { job })
}

/** The result if media did not fit, or the deadline had passed: the bytes of the media that were stored before. */
interface Unstored {
  id: null
  usedBytes: number
}

/**
 * Stores a write, its files and its job. Returns the write; undefined, without a change, if its condition is not met.
 * @throws the error of `space` if the media do not fit
 */
async function enqueue(
  db: Db,
  row: NewExternalWrite,
  { job, files = [], space }: Enqueued,
): Promise<ExternalWriteRow | undefined> {
  const values = new Values()
  const [platform, organization] = [values.add(row.platform), values.add(row.organizationId)]
  const [due, max] = [values.add(job.options.runAt ?? row.createdAt), values.add(db.maxQueued)]
  const queued = `has_queue_place(${platform}::text, ${organization}::uuid, ${due}::timestamptz, ${max}::int)`
  const fits = space && `used.bytes + ${values.add(space.needed)}::bigint <= ${values.add(space.max)}::bigint`
  const write = insertWrite(row, values, { computed: { queued }, fits })
  const { claimed, moved } = claimedParts(row, values)
  const media = files.map((file) => insertOf('media_file', file, { values, source: 'from written' }))
  const insertedFiles = media.map((text, at) => `, file${at} as (${text})`).join('')
  const used = space ? `used as materialized (${usedSpaceText(organization)}), ` : ''
  const isQueued = queuedText(job, values)
  const result = space
    ? `select written.*, used.bytes as used_bytes from used left join written on true
        where case when written.id is null then true else ${isQueued} end`
    : `select * from written where ${isQueued}`
  const text = `with ${used}${claimed}written as (${write} returning *)${moved}${insertedFiles}
    ${result}`
  const [found] = await db.query<(ExternalWriteRow & { usedBytes?: number }) | Unstored>(text, values.list, 'durable')
  if (found === undefined || found.id === null) {
    if (space && found && found.usedBytes + space.needed > space.max) throw space.exceeded(found.usedBytes)
    return undefined
  }
  if (found.queued) hintJobs(db, [job])
  const { usedBytes: _usedBytes, ...stored } = found
  return stored
}

/**
 * Returns the parts of a statement that set the schedule which becomes the write to `taken` (`claimed`) and move its
 * files to the write (`moved`); empty if the write does not come from a schedule.
 */
function claimedParts({ id, scheduled, createdAt }: NewExternalWrite, values: Values) {
  if (scheduled === undefined) return { claimed: '', moved: '' }
  const schedule = `${values.add(scheduled.id)}::uuid`
  const claimed = `claimed as (
      update schedule set status = 'taken', version = version + 1, write_id = ${values.add(id)}::uuid,
        updated_at = ${values.add(createdAt)}::timestamptz, start_at = ${values.add(scheduled.startAt)}::timestamptz,
        problem = null, look_at = null
      where id = ${schedule} and version = ${values.add(scheduled.version)}::int and status in ('scheduled', 'held')
        and key_id is not distinct from ${values.add(scheduled.keyId)}::uuid
      returning id
    ), `
  const moved = `, moved as (
      update media_file set write_id = written.id from written where media_file.schedule_id = ${schedule})`
  return { claimed, moved }
}

/**
 * Returns a query builder that selects the external writes within a scope (an organization, or some of its profiles),
 * to which conditions can be added.
 */
export function reachableWrites(db: Db, scope: Scope) {
  return db.kysely
    .selectFrom('externalWrite')
    .selectAll()
    .where('organizationId', '=', scope.organizationId)
    .where(ofProfiles(profilesOf(scope)))
}

const readWrite = readWanted<ExternalWriteRow>({
  select: 'external_write.*',
  from: `join external_write on external_write.id = wanted.id
      and external_write.organization_id = wanted.organization_id
      and (wanted.profile_ids is null or external_write.profile_id = any(wanted.profile_ids::uuid[]))`,
})

/**
 * Reads an external write of a kind within a scope (an organization, or some of its profiles); undefined if none
 * exists. Simultaneous calls share one query.
 */
export async function findExternalWrite(
  db: Db,
  scope: Scope,
  { id, kind }: { id: string; kind: string },
): Promise<ExternalWriteRow | undefined> {
  const row = await readWrite(db, { scope, id })
  return row?.kind === kind ? row : undefined
}

const readAny = statement<ExternalWriteRow>('select * from external_write where id = $1', 'lazy')

/** Reads an external write of any organization, for jobs; undefined if it does not exist or has been purged. */
export async function readExternalWrite(db: Db, id: string): Promise<ExternalWriteRow | undefined> {
  const [row] = await readAny(db, [id])
  return row
}
