import { sql } from 'kysely'

/**
 * Returns the SQL condition that a row belongs to one of some profiles; always true if `ids` is null.
 * @param column the column with the id of the profile, such as `schedule.profileId`
 */
export function ofProfiles(ids: readonly string[] | null, column = 'profileId') {
  return ids === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`
}
