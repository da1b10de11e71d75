import type { Db } from '../db.ts'

/** The space that an organization has for the media files of its publishes. */
export interface MediaSpace {
  /** The bytes that the write needs: those of its files, and one if there are files of an unknown size to download. */
  needed: number
  /** The maximum total size in bytes of the files. */
  max: number
  /** Returns the error with which a publish is rejected that does not fit. `used` is the total without it, in bytes. */
  exceeded(used: number): Error
}

/**
 * Returns the statement that sums up, as `bytes`, the sizes of the media files of an organization's publishes that are
 * in the media store, with their thumbnails.
 * @param organization the placeholder of the organization's id
 */
export function usedSpaceText(organization: string): string {
  return `select coalesce(sum(bytes), 0)::bigint as bytes from media_file
    where organization_id = ${organization}::uuid and write_id is not null`
}

/** Returns the bytes that `usedSpaceText` sums up. */
export async function readUsedSpace(db: Db, organizationId: string): Promise<number> {
  const { bytes } = await db.kysely
    .selectFrom('mediaFile')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('bytes'))
    .where('organizationId', '=', organizationId)
    .where('writeId', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}
