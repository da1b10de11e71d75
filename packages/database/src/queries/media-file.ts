import { keysOf } from '@carillon/errors'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { MediaFileRow } from '../schema/media-file.ts'
import { selected } from '../statements/selected.ts'

/** Stores the rows of media files. The files themselves are in the media store. */
export async function insertMediaFiles(
  db: Db,
  rows: readonly (MediaFileRow & { scheduleId?: string })[],
): Promise<void> {
  if (rows.length > 0) await db.kysely.insertInto('mediaFile').values(rows).execute()
}

/** Reads the row of a media file; undefined if none exists. */
export function findMediaFile(db: Db, id: string): Promise<MediaFileRow | undefined> {
  return db.kysely.selectFrom('mediaFile').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Reads the thumbnail of an image; undefined if it has not been made. */
export function findThumbnail(db: Db, mediaId: string): Promise<MediaFileRow | undefined> {
  return db.kysely.selectFrom('mediaFile').selectAll().where('thumbnailOf', '=', mediaId).executeTakeFirst()
}

/** Stores the row of an image's thumbnail. Returns false if the image has been deleted or already has one. */
export async function insertThumbnail(
  db: Db,
  mediaId: string,
  file: Pick<MediaFileRow, 'id' | 'contentType' | 'bytes' | 'sha256' | 'width' | 'height' | 'createdAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('mediaFile')
    .columns([...keysOf(file), 'organizationId', 'writeId', 'thumbnailOf'])
    .expression(({ selectFrom }) =>
      selectFrom('mediaFile')
        .select([...selected(file), 'organizationId', 'writeId', 'id as thumbnailOf'])
        .where('id', '=', mediaId)
        .forKeyShare(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns up to `max` media files, in the order of their ids, that are no longer needed: those of writes that ended
 * before a time, and of schedules that ended before it without a write.
 * @param after the id of the last file of the previous page; null for the first page
 */
export function listUnusedMediaFiles(
  db: Db,
  { before, after, max }: { before: Date; after: string | null; max: number },
): Promise<Pick<MediaFileRow, 'id'>[]> {
  return db.kysely
    .selectFrom('mediaFile')
    .select('id')
    .where('createdAt', '<', before)
    .where(
      sql<boolean>`case when write_id is null and schedule_id is not null
        then (select updated_at from schedule
          where id = media_file.schedule_id and status in ('cancelled', 'failed')) < ${before}
        else (select updated_at from external_write where id = media_file.write_id and wake_at is null) < ${before} end`,
    )
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(max)
    .execute()
}

const isOneOf = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::uuid[])`

/** Deletes the rows of media files, not the files in the media store. */
export async function deleteMediaFiles(db: Db, ids: readonly string[]): Promise<void> {
  await db.kysely.deleteFrom('mediaFile').where(isOneOf(ids)).execute()
}

/** Returns those of the ids of media files that have a row. */
export async function referencedMediaFiles(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.kysely.selectFrom('mediaFile').select('id').where(isOneOf(ids)).execute()
  return new Set(rows.map((row) => row.id))
}
