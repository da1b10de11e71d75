import { profilesOf, type Scope } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ExternalWriteRow, NewExternalWrite } from '../schema/external-write.ts'
import type { MediaFileRow } from '../schema/media-file.ts'
import { insertOf, type Part, statement } from '../statements/statement.ts'
import { readWanted } from '../statements/wanted.ts'
import { hintJobs, jobValues, type NewJob, queuedText } from './jobs.ts'

/** The part of a statement that inserts a write. */
const insertWrite = (row: NewExternalWrite, options: Parameters<typeof insertOf>[2] = {}) =>
  insertOf(
    'external_write',
    [{ ...row, dueAt: row.dueAt ?? row.createdAt, status: 'processing', updatedAt: row.createdAt }],
    options,
  )

async function insertedBy(db: Db, { text, values }: Part): Promise<ExternalWriteRow> {
  const [row] = await statement<ExternalWriteRow>(text)(db, values)
  if (row === undefined) throw new Error('a write that was inserted was not returned')
  return row
}

/** Inserts a write. Waits for a transaction with the same id that is still open. */
export function insertExternalWrite(db: Db, row: NewExternalWrite): Promise<ExternalWriteRow> {
  const { text, values } = insertWrite(row)
  return insertedBy(db, { text: `${text} returning *`, values })
}

/**
 * Stores a write with its files and the job that carries it out in one statement. A write whose organization and network
 * have enough jobs in the queue is stored without its job, which `takeWaitingWrites` queues later.
 */
export async function enqueueExternalWrite(
  db: Db,
  row: NewExternalWrite,
  { job, files = [] }: { job: NewJob; files?: readonly MediaFileRow[] },
): Promise<ExternalWriteRow> {
  const place = [row.platform, row.organizationId, job.options.runAt ?? row.createdAt, db.maxQueued]
  const computed = { queued: 'has_queue_place($1::text, $2::uuid, $3::timestamptz, $4::int)' }
  const write = insertWrite(row, { first: place.length + 1, computed })
  const before = [...place, ...write.values]
  const media = files.length > 0 ? insertOf('media_file', files, { first: before.length + 1 }) : undefined
  const values = [...before, ...(media?.values ?? [])]
  const text = `with written as (${write.text} returning *)${media ? `, file as (${media.text})` : ''}
    select * from written where ${queuedText(values.length + 1)}`
  const stored = await insertedBy(db, { text, values: [...values, ...jobValues(job)] })
  if (stored.queued) hintJobs(db, [job])
  return stored
}

/** A query of the writes within a scope. */
export function reachableWrites(db: Db, scope: Scope) {
  const own = db.kysely.selectFrom('externalWrite').selectAll().where('organizationId', '=', scope.organizationId)
  const profiles = profilesOf(scope)
  return profiles === null ? own : own.where('profileId', '=', sql<string>`any(${[...profiles]}::uuid[])`)
}

const readWrite = readWanted<ExternalWriteRow>({
  select: 'external_write.*',
  from: `join external_write on external_write.id = wanted.id
      and external_write.organization_id = wanted.organization_id
      and (wanted.profile_ids is null or external_write.profile_id = any(wanted.profile_ids::uuid[]))`,
})

/** Reads an external write within a scope. Simultaneous requests share one query. */
export async function findExternalWrite(
  db: Db,
  scope: Scope,
  { id, kind }: { id: string; kind: string },
): Promise<ExternalWriteRow | undefined> {
  const row = await readWrite(db, { scope, id })
  return row?.kind === kind ? row : undefined
}

const readAny = statement<ExternalWriteRow>('select * from external_write where id = $1')

/** Reads a write of any organization, for the journal. */
export async function readExternalWrite(db: Db, id: string): Promise<ExternalWriteRow | undefined> {
  const [row] = await readAny(db, [id])
  return row
}
