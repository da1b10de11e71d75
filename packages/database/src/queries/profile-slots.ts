import { keysOf } from '@carillon/errors'
import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { ProfileSlotsRow } from '../schema/profile-slots.ts'
import { selected } from '../statements/selected.ts'

/**
 * Reads the slots of a profile: the weekly times at which its accounts publish, and their time zone. Undefined if they
 * were never set.
 */
export function findSlots(db: Db, profileId: string): Promise<ProfileSlotsRow | undefined> {
  return db.kysely.selectFrom('profileSlots').selectAll().where('profileId', '=', profileId).executeTakeFirst()
}

/**
 * Replaces the slots of a profile, its weekly publishing times, and returns the stored row. Returns undefined, and
 * stores nothing, if the profile does not exist.
 * @param slots a list of `Slot` as JSON text, in the order of the week; replaces all earlier slots
 */
export function replaceSlots(
  db: Db,
  { profileId, ...row }: Omit<ProfileSlotsRow, 'organizationId' | 'slots'> & { slots: string },
): Promise<ProfileSlotsRow | undefined> {
  return db.kysely
    .insertInto('profileSlots')
    .columns([...keysOf(row), 'profileId', 'organizationId'])
    .expression(({ selectFrom }) =>
      selectFrom('profile')
        .select([...selected(row), 'id', 'organizationId'])
        .where('id', '=', profileId),
    )
    .onConflict((conflict) => conflict.column('profileId').doUpdateSet(row))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Returns the first of `times` at which an account has no schedule that is scheduled or held; undefined if none
 * exists.
 * @param except the id of a schedule that does not count
 */
export async function firstFreeTime(
  db: Db,
  { accountId, times, except = null }: { accountId: string; times: readonly Date[]; except?: string | null },
): Promise<Date | undefined> {
  const wanted = sql<{ at: Date; place: number }>`unnest(${times}::timestamptz[]) with ordinality`
  const taken = sql<boolean>`status in ('scheduled', 'held') and id is distinct from ${except}::uuid`
  const ofAccount = db.kysely.selectFrom('schedule').where('accountId', '=', accountId).where(taken)
  const free = db.kysely
    .selectFrom(wanted.as<'wanted'>(sql`wanted (at, place)`))
    .select('at')
    .where(({ exists, not }) => not(exists(ofAccount.where('dueAt', '=', sql.ref<Date>('wanted.at')))))
  return (await free.orderBy('place').limit(sql.lit(1)).executeTakeFirst())?.at
}
