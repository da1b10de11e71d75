import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import { matching } from '../statements/matching.ts'
import { hasRows } from '../statements/results.ts'

/** The keys of which a family is read: one key, or those that are bound to one profile alone. */
export type FamilyOf = { id: string } | { profileId: string }

/** Returns the ids of API keys and all their descendants: the keys that they created, and so on. Oldest first. */
async function readKeyFamily(db: Db, of: FamilyOf): Promise<string[]> {
  const rows = await db.kysely
    .withRecursive('family', (query) => {
      const children = query.selectFrom('apiKey').innerJoin('family', 'family.id', 'parentId').select('apiKey.id')
      return query.selectFrom('apiKey').select('id').where(matching<'apiKey'>(of)).union(children)
    })
    .selectFrom('family')
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The number of schedules that one statement changes. */
const schedulesAtOnce = 2_000

const hasEnded = sql`status in ('published', 'failed', 'unknown', 'cancelled')`

const ofKeys = (ids: readonly string[]) => sql<boolean>`key_id = any(${ids}::uuid[])`

/** Removes their keys from all schedules for which `which` is true, some in each transaction. */
async function leave(db: Db, which: RawBuilder<boolean>): Promise<void> {
  const some = sql<boolean>`id = any(array(select id from schedule where ${which} limit ${schedulesAtOnce}))`
  const change = db.kysely.updateTable('schedule').set({ keyId: null }).where(some).where(which)
  while ((await change.executeTakeFirst()).numUpdatedRows === BigInt(schedulesAtOnce));
}

function hasManySchedules(db: Db, ids: readonly string[]): Promise<boolean> {
  const open = db.kysely.selectFrom('schedule').where(ofKeys(ids)).where(sql<boolean>`not ${hasEnded}`)
  return hasRows(open.offset(schedulesAtOnce))
}

/** Lets keys expire at once, unless they have already. Locks them in the order of their ids. */
async function expire(db: Db, ids: readonly string[]): Promise<void> {
  const named = sql`array(select id from api_key where id = any(${ids}::uuid[]) order by id for no key update)`
  const keys = db.kysely.updateTable('apiKey').set({ expiresAt: sql`now()` })
  await keys.where(sql<boolean>`id = any(${named}) and coalesce(expires_at > now(), true)`).execute()
}

/**
 * Removes API keys and all their descendants from their schedules, up to 2,000 schedules in each transaction. Call it
 * before a transaction that deletes the keys, which would otherwise change any number of schedules in one statement. If
 * at most 2,000 schedules have not ended, those keep their keys until the deletion. If there are more, the keys first
 * expire, so that they create no further schedules; schedules without a key are then held, as after the deletion.
 */
export async function leaveSchedules(db: Db, of: FamilyOf): Promise<void> {
  const ids = await readKeyFamily(db, of)
  if (ids.length === 0) return
  await leave(db, sql`${ofKeys(ids)} and ${hasEnded}`)
  if (!(await hasManySchedules(db, ids))) return
  await expire(db, ids)
  await leave(db, ofKeys(ids))
}

/**
 * Removes a profile that is about to be deleted, and profiles that no longer exist, from the API keys bound to it among
 * several. A key with one profile left is bound to it alone (`profileId`); one with none left is bound to the deleted
 * profile alone, so that it is deleted with that profile. Call it before `lockKeyFamily`, in a transaction that has
 * called `holdOrganization`. Locks these keys, and those bound to the profile alone, in the order of their ids.
 */
export async function unbindProfile(
  tx: Tx,
  { organizationId, profileId }: { organizationId: string; profileId: string },
): Promise<void> {
  const keys = tx.kysely.selectFrom('apiKey').select('apiKey.id').where('organizationId', '=', organizationId)
  const amongSeveral = sql<boolean>`profile_ids @> array[${profileId}::uuid]`
  // Not "for update": a write of one of the keys may have to wait for another one, which is locked by `lockKeyFamily`.
  const bound = keys.where(({ eb, or }) => or([eb('profileId', '=', profileId), amongSeveral]))
  await bound.orderBy('id').forNoKeyUpdate().execute()
  const places = sql<{ id: string; place: number }>`unnest(profile_ids) with ordinality`
  const named = tx.kysely.selectFrom(places.as<'named'>(sql`named (id, place)`))
  const kept = named.innerJoin('profile', 'profile.id', 'named.id').where('profile.id', '<>', profileId)
  const left = sql<string[]>`array(${kept.select('profile.id').orderBy('named.place')})`.as('leftIds')
  await tx.kysely
    .with('bound', () => keys.where(amongSeveral).select(left))
    .updateTable('apiKey')
    .from('bound')
    .set({
      profileId: sql`case when cardinality(left_ids) > 1 then null else coalesce(left_ids[1], ${profileId}) end`,
      profileIds: sql`case when cardinality(left_ids) > 1 then left_ids end`,
    })
    .whereRef('apiKey.id', '=', 'bound.id')
    .execute()
}

/**
 * Locks API keys with all their descendants until the transaction ends, and the rows that are deleted or changed with
 * the keys. Returns the ids of the keys, oldest first. Call it before keys are deleted. The locks are taken in the same
 * order as by changes of schedules and writes: schedules, used budgets by day, keys.
 */
export async function lockKeyFamily(tx: Tx, of: FamilyOf): Promise<string[]> {
  const ids = await readKeyFamily(tx, of)
  if (ids.length === 0) return []
  const own = ofKeys(ids)
  await tx.kysely.selectFrom('schedule').select('id').where(own).orderBy('id').forNoKeyUpdate().execute()
  await tx.kysely.selectFrom('keyBudgetUse').select('keyId').where(own).orderBy(sql`day, key_id`).forUpdate().execute()
  const keys = sql<boolean>`id = any(${ids}::uuid[])`
  await tx.kysely.selectFrom('apiKey').select('id').where(keys).orderBy('id').forUpdate().execute()
  return ids
}
