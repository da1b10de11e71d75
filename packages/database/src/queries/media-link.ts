import type { Db } from '../db.ts'
import type { MediaLinkRow } from '../schema/media-link.ts'
import { matching } from '../statements/matching.ts'

/** Stores a public URL of a media file. */
export async function insertMediaLink(db: Db, row: Omit<MediaLinkRow, 'revokedAt' | 'fetchedAt'>): Promise<void> {
  await db.kysely.insertInto('mediaLink').values(row).execute()
}

/**
 * Returns the public media URLs of an attempt of a write that have not been closed, including expired ones, in no
 * particular order.
 */
export function listMediaLinks(
  db: Db,
  { writeId, attempt }: { writeId: string; attempt: number },
): Promise<MediaLinkRow[]> {
  return db.kysely
    .selectFrom('mediaLink')
    .selectAll()
    .where(matching<'mediaLink'>({ writeId, attempt }))
    .where('revokedAt', 'is', null)
    .execute()
}

/**
 * Reads which file a public URL is for; undefined if the URL is unknown, expired or closed.
 * @param hash SHA-256 of the token in the URL
 */
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
 * Records that the file of a public URL was fetched; the first time is kept. Call it before the last byte is sent.
 * Returns false if the URL is closed or unknown: the last byte must then not be sent. Does not check its expiry.
 * @param hash SHA-256 of the token in the URL
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
 * Closes the public URLs of an attempt of a write that were not fetched, so that they cannot be fetched later, and
 * returns whether the network may have fetched all files of the attempt; null if the attempt has no URLs.
 */
export async function settleMediaLinks(
  db: Db,
  { writeId, attempt, now }: { writeId: string; attempt: number; now: Date },
): Promise<boolean | null> {
  const ofAttempt = matching<'mediaLink'>({ writeId, attempt })
  const close = db.kysely.updateTable('mediaLink').set({ revokedAt: now }).where(ofAttempt)
  await close.where('fetchedAt', 'is', null).execute()
  const rows = await db.kysely.selectFrom('mediaLink').select('fetchedAt').where(ofAttempt).execute()
  return rows.length === 0 ? null : rows.every((row) => row.fetchedAt !== null)
}
