import { type Selectable, sql } from 'kysely'
import type { Db } from '../connect.ts'

export interface MediaFileTable {
  id: string
  organization_id: string
  write_id: string | null
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_seconds: number | null
  created_at: Date
}

export type MediaFileRow = Selectable<MediaFileTable>

export async function insertMediaFiles(db: Db, rows: readonly MediaFileRow[]): Promise<void> {
  if (rows.length > 0)
    await db
      .insertInto('media_file')
      .values([...rows])
      .execute()
}

export function findMediaFile(db: Db, id: string): Promise<MediaFileRow | undefined> {
  return db.selectFrom('media_file').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listMediaFiles(db: Db, writeId: string): Promise<MediaFileRow[]> {
  return db.selectFrom('media_file').selectAll().where('write_id', '=', writeId).orderBy('id').execute()
}

/** Files of writes that ended before `before`: nobody needs them any more. */
export function listSpentMediaFiles(db: Db, before: Date, most: number): Promise<Pick<MediaFileRow, 'id'>[]> {
  return db
    .selectFrom('media_file')
    .select('id')
    .where('created_at', '<', before)
    .where(
      sql<boolean>`(select updated_at from external_write where id = media_file.write_id and wake_at is null) < ${before}`,
    )
    .limit(most)
    .execute()
}

export async function deleteMediaFiles(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('media_file').where('id', 'in', ids).execute()
}

/** Which of these ids have a row. */
export async function referencedMediaFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('media_file').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}
