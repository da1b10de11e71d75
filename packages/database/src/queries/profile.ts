import { profilesOf, reachesProfile, type Scope } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ProfileRow } from '../schema/profile.ts'
import { ofProfiles } from '../statements/of-profiles.ts'
import { readWanted } from '../statements/wanted.ts'
import { lockKeyFamily, unbindProfile } from './key-family.ts'
import type { ListPage } from './list-page.ts'

/** The fields of a profile that a client sets. `metadata` is JSON text. */
export interface ProfileFields {
  name: string
  externalId: string | null
  metadata: string | null
}

const isDefaultText = `not exists (
      select from profile as older
      where older.organization_id = profile.organization_id
        and (older.created_at, older.id) < (profile.created_at, profile.id))`
const isDefault = sql.raw<boolean>(isDefaultText).as('isDefault')

/** Reads a profile within a scope; undefined if none exists. Simultaneous calls share one query. */
export const findProfile = readWanted<ProfileRow>({
  select: `profile.*, ${isDefaultText} as is_default`,
  from: `join profile on profile.id = wanted.id and profile.organization_id = wanted.organization_id
      and (wanted.profile_ids is null or profile.id = any(wanted.profile_ids::uuid[]))`,
})

/**
 * Stores a profile and returns it.
 * @throws an error for which `violatedConstraint` returns `profile_name` or `profile_external_id` if another profile of
 *   the organization has the name or the external id
 */
export function insertProfile(
  db: Db,
  row: ProfileFields & { id: string; organizationId: string; createdAt: Date },
): Promise<ProfileRow> {
  return db.kysely
    .insertInto('profile')
    .values({ ...row, updatedAt: row.createdAt })
    .returningAll()
    .returning(isDefault)
    .executeTakeFirstOrThrow()
}

/**
 * Returns the profiles within a scope in the order of creation: the organization's default profile is the first, if the
 * scope has it. `limit` and `after` select a page.
 */
export function listProfiles(db: Db, scope: Scope, { limit, after }: ListPage = {}): Promise<ProfileRow[]> {
  let query = db.kysely
    .selectFrom('profile')
    .selectAll()
    .select(isDefault)
    .where('organizationId', '=', scope.organizationId)
    .where(ofProfiles(profilesOf(scope), 'id'))
    .orderBy('createdAt')
    .orderBy('id')
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`)
  if (limit !== undefined) query = query.limit(limit)
  return query.execute()
}

/** Returns the id of the organization's profile that has a name or external id; undefined if none exists. */
export async function findProfileNamed(
  db: Db,
  organizationId: string,
  field: 'name' | 'externalId',
  value: string,
): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('profile')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(field, '=', value)
    .executeTakeFirst()
  return row?.id
}

/**
 * Replaces the fields of a profile within a scope and returns the changed profile; undefined if none exists.
 * @throws an error for which `violatedConstraint` returns `profile_name` or `profile_external_id` if another profile of
 *   the organization has the name or the external id
 */
export async function replaceProfile(
  db: Db,
  scope: Scope,
  row: ProfileFields & { id: string; updatedAt: Date },
): Promise<ProfileRow | undefined> {
  const { id, ...fields } = row
  if (!reachesProfile(scope, id)) return undefined
  await db.kysely
    .updateTable('profile')
    .set(fields)
    .where('organizationId', '=', scope.organizationId)
    .where('id', '=', id)
    .execute()
  return findProfile(db, { scope, id })
}

/**
 * Deletes a profile within a scope with its sessions, connect links, slots and webhook endpoints, and the API keys
 * bound to it alone; keys bound to it among several lose it. Returns false if it did not exist. Call it in a
 * transaction that has called `holdOrganization`, after the deletion of its accounts and after `leaveSchedules`, which
 * change any number of messages and schedules, some in each transaction.
 */
export async function deleteProfile(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const { organizationId } = scope
  if (!reachesProfile(scope, id)) return false
  await unbindProfile(tx, { organizationId, profileId: id })
  await lockKeyFamily(tx, { profileId: id })
  const named = tx.kysely.deleteFrom('profile').where('id', '=', id)
  const { numDeletedRows } = await named.where('organizationId', '=', organizationId).executeTakeFirst()
  return numDeletedRows > 0n
}
