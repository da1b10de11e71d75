import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'
import type { ExternalWriteRow } from '../schema/external-write.ts'
import { lockUntilEnd } from '../statements/advisory-lock.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { hasRows } from '../statements/results.ts'

/**
 * The maximum time in ms between the creation of an external write and its effect, with a margin: a write is open for
 * at most one day.
 */
const openMs = 2 * 86_400_000

/**
 * The hours for which external writes other than publishes are kept after their end, and with them the ids of what they
 * have created (`claimedProviderIds`).
 */
export const claimsKeptHours = 30 * 24

/**
 * Returns the SQL condition that `column` is the id of an account, or of one that stands for the same account at the
 * network, in any profile and organization: it has the same `providerId`. If that is empty, as until the setup is
 * complete, no other does.
 */
function isSameAtNetwork(accountId: string, column: 'accountId' | 'other.accountId' = 'accountId') {
  return sql<boolean>`${sql.ref(column)} = any(array(
    select ${accountId}::uuid union
    select same.id from account as own join account as same using (platform, provider_id)
    where own.id = ${accountId} and provider_id <> ''))`
}

/**
 * Returns a payload without what equal writes may have different values of: the ids of Carillon's account and profile,
 * and whether a copy contained the parent of a reply.
 */
const contentOf = (write: 'own' | 'other' | 'external_write') =>
  sql`(${sql.ref(`${write}.payload`)} - '{accountId,profileId,isOnPost}'::text[])`

/**
 * Takes a lock until the transaction ends, waiting if necessary. Call it before deciding which of an account's writes
 * of one kind created the objects that probes find. Accounts that stand for the same account at the network share the
 * lock.
 */
export async function lockFoundObjects(
  tx: Tx,
  { accountId, kind }: { accountId: string; kind: string },
): Promise<void> {
  const account = tx.kysely.selectFrom('account').where('id', '=', accountId).where('providerId', '<>', '')
  const row = await account.select(sql<string>`platform || ' ' || provider_id`.as('name')).executeTakeFirst()
  await lockUntilEnd(tx, 'foundObjects', `${row?.name ?? accountId} ${kind}`)
}

/**
 * Returns the id of the account's newest write of a kind that created the object with this id at the network; undefined
 * if none did.
 */
export async function findCreator(
  db: Db,
  { accountId, kind, providerId }: { accountId: string; kind: string; providerId: string },
): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('externalWrite')
    .select('id')
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where(sql<boolean>`${providerId} = any(provider_ids)`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * Returns those of `providerIds`, the network's ids of objects, that a write of an account and a kind has created, in
 * any order.
 */
export async function listCreated(
  db: Db,
  { accountId, kind, providerIds }: { accountId: string; kind: string; providerIds: readonly string[] },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('externalWrite')
    .select(sql<string>`unnest(provider_ids)`.as('providerId'))
    .where('accountId', '=', accountId)
    .where('kind', '=', kind)
    .where(sql<boolean>`provider_ids && ${providerIds}::text[]`)
    .execute()
  return rows.map(({ providerId }) => providerId).filter((id) => providerIds.includes(id))
}

/**
 * Returns the network's ids of what external writes of a kind have created for an account, in any order. Includes
 * writes of accounts, in any organization, that stand for the same account at the network. Also includes those of
 * disconnected accounts of the same profile and platform, as one of these may be the account before it was connected
 * again. Only writes that were last changed at `since` or later count.
 * @param except the id of a write that does not count
 */
export async function claimedProviderIds(
  db: Db,
  { accountId, kind, since, except }: { accountId: string; kind: string; since: Date; except: string },
): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('externalWrite')
    .select(sql<string>`unnest(provider_ids)`.as('providerId'))
    .where(({ or }) =>
      or([
        isSameAtNetwork(accountId),
        sql<boolean>`profile_id = (select profile_id from account where id = ${accountId})
          and platform = (select platform from account where id = ${accountId})
          and not exists (select from account where id = external_write.account_id)`,
      ]),
    )
    .where('kind', '=', kind)
    .where('id', '!=', except)
    .where('id', '>', firstIdOf(new Date(since.getTime() - openMs)))
    .where('updatedAt', '>=', since)
    .execute()
  return rows.map((row) => row.providerId)
}

/** An open external write that has made a call which cannot be repeated. */
export interface BegunWrite extends Pick<ExternalWriteRow, 'state' | 'openStep' | 'settleAt'> {
  /** Whether a call of the write that cannot be repeated has taken effect. */
  hasCommitted: boolean
  /**
   * Whether the write has the same content as the write `except` of `listBegunWrites`, and all that it has created was
   * found by probes.
   */
  isEqualAndFound: boolean
}

/**
 * Returns the open external writes of a kind, in any order, that have made a call which cannot be repeated: those of an
 * account, and of accounts of any organization that stand for the same account at the network.
 * @param except the id of a write that is left out
 * @param now the current time: writes that were created more than two days before it are left out
 */
export function listBegunWrites(
  db: Db,
  { accountId, kind, except, now }: { accountId: string; kind: string; except: string; now: Date },
): Promise<BegunWrite[]> {
  const having = (outcomes: readonly string[]) => sql<boolean>`exists (select from external_write_attempt a
    where a.write_id = external_write.id and a.outcome = any(${outcomes}::text[]))`
  const equal = sql<boolean>`(${contentOf('external_write')} =
      (select ${contentOf('own')} from external_write own where own.id = ${except})
    and ${having(['reconciled'])} and not ${having(['succeeded'])})`
  return db.kysely
    .selectFrom('externalWrite')
    .select(['state', 'openStep', 'settleAt'])
    .select([having(['succeeded', 'reconciled']).as('hasCommitted'), equal.as('isEqualAndFound')])
    .where(isSameAtNetwork(accountId))
    .where('kind', '=', kind)
    .where('id', '!=', except)
    .where('id', '>', firstIdOf(new Date(now.getTime() - openMs)))
    .where('wakeAt', 'is not', null)
    .where('attempt', '>', 0)
    .execute()
}

/**
 * Returns when the network can be queried for the outcome of the calls that equal writes may have in flight: the latest
 * `settleAt` of these writes after `now`; null if none has such a call. Equal writes are other open writes with the
 * kind and content of the write `id`: those of the account, and of accounts of any organization that stand for the same
 * account at the network.
 */
export async function equalCallsEnd(
  db: Db,
  { accountId, kind, id, now }: { accountId: string; kind: string; id: string; now: Date },
): Promise<Date | null> {
  const row = await db.kysely
    .selectFrom('externalWrite as other')
    .innerJoin('externalWrite as own', (join) =>
      join.on('own.id', '=', id).on(sql<boolean>`${contentOf('own')} = ${contentOf('other')}`),
    )
    .select(({ fn }) => fn.max('other.settleAt').as('end'))
    .where(isSameAtNetwork(accountId, 'other.accountId'))
    .where('other.kind', '=', kind)
    .where('other.id', '!=', id)
    .where('other.wakeAt', 'is not', null)
    .where('other.openStep', 'is not', null)
    .where('other.settleAt', '>', now)
    .executeTakeFirst()
  return row?.end ?? null
}

/**
 * Returns whether a write that was created after `since` may have deleted an object of the account that no write is
 * known to have created. Accounts of any organization that stand for the same account at the network count as well.
 * @param kind the kind of the writes that delete such objects
 */
export function hasDeletedUnknown(
  db: Db,
  { accountId, kind, since }: { accountId: string; kind: string; since: Date },
): Promise<boolean> {
  const ofKind = db.kysely.selectFrom('externalWrite').where(isSameAtNetwork(accountId)).where('kind', '=', kind)
  const notFailed = ofKind.where('id', '>', firstIdOf(since)).where('status', '!=', 'failed')
  return hasRows(notFailed.where(sql<boolean>`not payload ? 'publishId'`))
}
