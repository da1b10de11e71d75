import { profilesOf, type Scope } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Db } from '../db.ts'
import type { ExternalWriteRow, NewExternalWrite } from '../schema/external-write.ts'
import type { MediaFileRow } from '../schema/media-file.ts'
import type { ScheduleRow } from '../schema/schedule.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { columnsOf, insertOf, type Part, statement } from '../statements/statement.ts'
import { readWanted } from '../statements/wanted.ts'
import { hintJobs, jobValues, type NewJob, queuedText } from './jobs.ts'
import { budgetColumns } from './key-budget.ts'
import { storedInTime } from './write-deadline.ts'

/**
 * Returns the statement that inserts a write, whose placeholders begin with `$<first>`. `computed` has SQL for further
 * columns, keyed by column name.
 */
function insertWrite(
  { takes, storeBefore, scheduled, ...row }: NewExternalWrite,
  { first = 1, computed = {} }: { first?: number; computed?: Readonly<Record<string, string>> } = {},
): Part {
  const dueAt = row.dueAt ?? row.createdAt
  const stored = { ...row, scheduleId: scheduled?.id, dueAt, status: 'processing', updatedAt: row.createdAt }
  const budget = budgetColumns(takes, { id: row.id, due: stored.dueAt, first })
  const inTime = storedInTime({ ...row, storeBefore }, first + budget.values.length)
  const before = [...budget.values, ...(inTime?.values ?? [])]
  const source = scheduled ? 'from claimed' : inTime ? `where ${inTime.text}` : ''
  const options = { source, first: first + before.length, computed: { ...computed, ...budget.computed } }
  const write = insertOf('external_write', stored, options)
  return { text: write.text, values: [...before, ...write.values] }
}

async function insertedBy(
  db: Db,
  { text, values }: Part,
  { storeBefore }: NewExternalWrite,
): Promise<ExternalWriteRow> {
  const [row] = await statement<ExternalWriteRow>(text, 'durable')(db, values)
  if (row !== undefined) return row
  if (storeBefore !== undefined) throw new ServiceError('deadline_passed')
  throw new Error('a write that was inserted was not returned')
}

/**
 * Returns the parts of a statement that insert media files if the statement has inserted their write (`written`).
 * `first` is the number of the first placeholder (`$n`).
 */
function fileParts(files: readonly MediaFileRow[], first: number): Part[] {
  const size = columnsOf(files[0] ?? {}).values.length
  return files.map((file, at) => insertOf('media_file', file, { source: 'from written', first: first + at * size }))
}

/**
 * Stores an external write without a job, and returns it. If `row.runningSince` is set, the calling process has to run
 * it; otherwise `takeWaitingWrites` queues it later. Waits for another transaction that stores the same id, and fails
 * if that one commits.
 * @throws an error that `exhaustedBudget` recognizes if the daily budget `row.takes` has no unit left, or that
 *   `isKeyOfBudgetDeleted` recognizes if its API key is deleted; ServiceError `deadline_passed` after `row.storeBefore`
 */
export function insertExternalWrite(db: Db, row: NewExternalWrite): Promise<ExternalWriteRow> {
  const { text, values } = insertWrite(row)
  return insertedBy(db, { text: `${text} returning *`, values }, row)
}

/**
 * Stores an external write with its files and its job in one statement. If its organization or network has too many
 * jobs in the queue, the write is stored without the job, and `takeWaitingWrites` queues it later.
 * @throws an error that `exhaustedBudget` recognizes if the daily budget `row.takes` has no unit left, or that
 *   `isKeyOfBudgetDeleted` recognizes if its API key is deleted; ServiceError `deadline_passed` after `row.storeBefore`
 */
export async function enqueueExternalWrite(
  db: Db,
  row: NewExternalWrite,
  { job, files = [] }: { job: NewJob; files?: readonly MediaFileRow[] },
): Promise<ExternalWriteRow> {
  const stored = await insertedBy(db, enqueuedBy(db, row, { job, files }), row)
  if (stored.queued) hintJobs(db, [job])
  return stored
}

/**
 * Turns a schedule into a write in one statement: sets it to `taken`, stores the write and, if the queue has a place,
 * its job, and moves the files to the write. Returns the write. Returns undefined, and changes nothing, if the schedule
 * is not `scheduled` or `held` or has another version.
 * @throws an error that `exhaustedBudget` recognizes if the daily budget `row.takes` has no unit left, or that
 *   `isKeyOfBudgetDeleted` recognizes if its API key is deleted
 */
export async function takeSchedule(
  db: Db,
  row: NewExternalWrite & { scheduled: Pick<ScheduleRow, 'id' | 'version' | 'startAt'> },
  job: NewJob,
): Promise<ExternalWriteRow | undefined> {
  const { text, values } = enqueuedBy(db, row, { job, files: [] })
  const [stored] = await statement<ExternalWriteRow>(text, 'durable')(db, values)
  if (stored?.queued) hintJobs(db, [job])
  return stored
}

function enqueuedBy(
  db: Db,
  row: NewExternalWrite,
  { job, files }: { job: NewJob; files: readonly MediaFileRow[] },
): Part {
  const place = [row.platform, row.organizationId, job.options.runAt ?? row.createdAt, db.maxQueued]
  const computed = { queued: 'has_queue_place($1::text, $2::uuid, $3::timestamptz, $4::int)' }
  const write = insertWrite(row, { first: place.length + 1, computed })
  const written = [...place, ...write.values]
  const claimed = claimedPart(row, written.length + 1)
  const before = [...written, ...claimed.values]
  const media = fileParts(files, before.length + 1)
  const values = [...before, ...media.flatMap((part) => part.values)]
  const text = `with ${claimed.text}written as (${write.text} returning *)${claimed.moved}${media.map((part, at) => `, file${at} as (${part.text})`).join('')}
    select * from written where ${queuedText(values.length + 1)}`
  return { text, values: [...values, ...jobValues(job)] }
}

/**
 * Returns the parts of a statement that set the schedule which becomes the write to `taken` (`text`) and move its files
 * to the write (`moved`); empty if the write does not come from a schedule.
 * @param first the number of the first placeholder (`$n`)
 */
function claimedPart({ id, scheduled, createdAt }: NewExternalWrite, first: number): Part & { moved: string } {
  if (scheduled === undefined) return { text: '', moved: '', values: [] }
  const [schedule, version, write, now, start] = [first, first + 1, first + 2, first + 3, first + 4]
  const text = `claimed as (
      update schedule set status = 'taken', version = version + 1, write_id = $${write}::uuid,
        updated_at = $${now}::timestamptz, start_at = $${start}::timestamptz, problem = null, look_at = null
      where id = $${schedule}::uuid and version = $${version}::int and status in ('scheduled', 'held') returning id
    ), `
  const moved = `, moved as (
      update media_file set write_id = written.id from written where media_file.schedule_id = $${schedule}::uuid)`
  return { text, moved, values: [scheduled.id, scheduled.version, id, createdAt, scheduled.startAt] }
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
