import type { Db } from '../db.ts'
import type { MediaLinkRow } from '../schema/media-link.ts'

/** Stores a public URL of a media file. */
export async function insertMediaLink(db: Db, row: Omit<MediaLinkRow, 'revokedAt' | 'fetchedAt'>): Promise<void> {
  await db.kysely.insertInto('mediaLink').values(row).execute()
}

/** The public URLs of an attempt that have not been closed. */
export function listMediaLinks(
  db: Db,
  { writeId, attempt }: { writeId: string; attempt: number },
): Promise<MediaLinkRow[]> {
  return db.kysely
    .selectFrom('mediaLink')
    .selectAll()
    .where('writeId', '=', writeId)
    .where('attempt', '=', attempt)
    .where('revokedAt', 'is', null)
    .execute()
}

/** The file behind a public URL; undefined if the URL is unknown, expired or closed. */
export function findMediaLink(db: Db, hash: Buffer, now: Date): Promise<Pick<MediaLinkRow, 'mediaId'> | undefined> {
  return db.kysely
    .selectFrom('mediaLink')
    .select('mediaId')
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/**
 * Records that a file was fetched by its public URL. Returns false if the URL was closed in the meantime: the last byte
 * must not be sent then.
 */
export async function markLinkFetched(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('mediaLink')
    .set((expression) => ({ fetchedAt: expression.fn.coalesce('fetchedAt', expression.val(now)) }))
    .where('hash', '=', hash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Whether the network can have fetched all files of an attempt; null if the attempt has none. URLs that were not
 * fetched are closed in the same statement, so that they cannot be fetched later.
 */
export async function settleMediaLinks(
  db: Db,
  { writeId, attempt, now }: { writeId: string; attempt: number; now: Date },
): Promise<boolean | null> {
  await db.kysely
    .updateTable('mediaLink')
    .set({ revokedAt: now })
    .where('writeId', '=', writeId)
    .where('attempt', '=', attempt)
    .where('fetchedAt', 'is', null)
    .execute()
  const rows = await db.kysely
    .selectFrom('mediaLink')
    .select('fetchedAt')
    .where('writeId', '=', writeId)
    .where('attempt', '=', attempt)
    .execute()
  return rows.length === 0 ? null : rows.every((row) => row.fetchedAt !== null)
}
