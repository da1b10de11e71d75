import type { Platform } from '@carillon/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { PushSubscriptionTable } from '../schema/push.ts'
import { selected } from '../statements/selected.ts'

/**
 * Stores that the network accepted the subscription of an account to pushed events or, with an empty `subject`, that
 * the account's scopes allow none. Replaces an earlier row. Returns false, and does nothing, if the account has been
 * deleted.
 */
export async function storePushSubscription(db: Db, row: Insertable<PushSubscriptionTable>): Promise<boolean> {
  const values = selected({ subject: row.subject, fields: row.fields, subscribedAt: row.subscribedAt })
  const { numInsertedOrUpdatedRows } = await db.kysely
    .insertInto('pushSubscription')
    .columns(['accountId', 'subject', 'fields', 'subscribedAt'])
    .expression(({ selectFrom }) =>
      selectFrom('account')
        .select(['id', ...values])
        .where('id', '=', row.accountId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(({ ref }) => ({
        subject: ref('excluded.subject'),
        fields: ref('excluded.fields'),
        subscribedAt: ref('excluded.subscribedAt'),
      })),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Reads the stored subscription of an account to pushed events, whose `subject` is empty if its scopes allow none;
 * undefined if nothing is stored.
 */
export function readPushSubscription(
  db: Db,
  accountId: string,
): Promise<Selectable<PushSubscriptionTable> | undefined> {
  return db.kysely.selectFrom('pushSubscription').selectAll().where('accountId', '=', accountId).executeTakeFirst()
}

/** Deletes the stored subscription of an account to pushed events. Does nothing if none is stored. */
export async function deletePushSubscription(db: Db, accountId: string): Promise<void> {
  await db.kysely.deleteFrom('pushSubscription').where('accountId', '=', accountId).execute()
}

/**
 * Returns the subjects of the accounts' subscriptions (the network's ids of what is subscribed), keyed by account id;
 * an empty string if the scopes of an account allow no subscription. Accounts without a stored row are left out.
 */
export async function listSubjects(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.kysely
    .selectFrom('pushSubscription')
    .select(['accountId', 'subject'])
    .where('accountId', '=', sql<string>`any(${[...accountIds]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ accountId, subject }) => [accountId, subject]))
}

/**
 * Returns whether another account that has not expired, of any organization, is subscribed to a subject, the network's
 * id of an account or Page.
 * @param accountId the account that does not count
 */
export async function isSharedSubject(
  db: Db,
  { subject, accountId }: { subject: string; accountId: string },
): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('pushSubscription')
    .innerJoin('account', 'account.id', 'pushSubscription.accountId')
    .select('accountId')
    .where('subject', '=', subject)
    .where('accountId', '!=', accountId)
    .where('account.status', '!=', 'expired')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns up to `max` connected accounts of `platforms` whose subscription to pushed events was last stored before
 * `before`, or never: their events may not be pushed. If there are more than `max`, a random selection, so that
 * accounts whose subscription fails each time do not keep the others from being returned.
 */
export function listUnsubscribed(
  db: Db,
  { platforms, before, max }: { platforms: readonly Platform[]; before: Date; max: number },
): Promise<{ id: string; organizationId: string; platform: Platform }[]> {
  return db.kysely
    .selectFrom('account')
    .leftJoin('pushSubscription', 'pushSubscription.accountId', 'account.id')
    .select(['account.id', 'account.organizationId', 'account.platform'])
    .where(sql<boolean>`account.platform = any(${[...platforms]}::text[])`)
    .where('account.status', '!=', 'expired')
    .where((row) =>
      row.or([row('pushSubscription.subscribedAt', 'is', null), row('pushSubscription.subscribedAt', '<', before)]),
    )
    .orderBy(sql`random()`)
    .limit(max)
    .execute()
}
