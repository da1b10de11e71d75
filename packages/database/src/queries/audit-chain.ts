import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import { createPartitions } from '../partitions/create-partitions.ts'
import type { AuditChainRow, AuditRow, ClosedAuditRow } from '../schema/audit.ts'
import { tryLockUntilEnd } from '../statements/advisory-lock.ts'
import { firstIdOf, timeOfId } from '../statements/first-id.ts'
import { databaseTime } from './database-epoch.ts'

/**
 * Assigns audit entries their positions in the hash chains of their organizations, in which each entry contains the
 * hash of the entry before. `rows` are in the order in which they are appended; `chains` has the current first and last
 * entries of the organizations' chains, without organizations that have no chain yet; `now` is the current time of the
 * database.
 */
export type CloseRows = (rows: readonly AuditRow[], chains: readonly AuditChainRow[], now: Date) => ClosedRows

/** Audit entries with their positions, and the new ends of their chains. */
export interface ClosedRows {
  entries: readonly ClosedAuditRow[]
  chains: readonly AuditChainRow[]
}

const dayMs = 86_400_000

/** Returns the beginning of the UTC day on which an id (a uuidv7) was generated, in ms since the Unix epoch. */
function dayOfId(id: string): number {
  const at = timeOfId(id)
  return at - (at % dayMs)
}

/**
 * Returns the oldest `limit` entries of ended actions that have no position in a chain yet, in the order in which they
 * were stored. `place` is the position of an entry in this order.
 */
function waitingEntries(db: Db, limit: number): Promise<(AuditRow & { place: number })[]> {
  return db.kysely
    .selectFrom('auditOutbox')
    .select(['number as place', 'id', 'organizationId', 'at', 'action', 'actorType', 'actorId', 'actorName'])
    .select(['profileId', 'targets', 'requestId', 'ip', 'userAgent', 'status', 'code'])
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Returns the ids of those of the entries that are in a chain. */
async function knownIds(tx: Tx, entries: readonly AuditRow[]): Promise<Set<string>> {
  const ids = entries.map(({ id }) => id)
  const known = tx.kysely.selectFrom('auditEntry').select('id').where(sql<boolean>`id = any(${ids}::uuid[])`)
  return new Set((await known.execute()).map(({ id }) => id))
}

async function store(tx: Tx, { entries, chains }: ClosedRows): Promise<void> {
  if (entries.length === 0) return
  const values = entries.map((row) => ({ ...row, targets: JSON.stringify(row.targets) }))
  await tx.kysely.insertInto('auditEntry').values(values).execute()
  for (const { organizationId, lastNumber, lastId, lastHash, lastClosedAt, ...first } of chains) {
    const last = { lastNumber, lastId, lastHash, lastClosedAt }
    await tx.kysely
      .insertInto('auditChain')
      .values({ organizationId, ...first, ...last })
      .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(last))
      .execute()
  }
}

/**
 * Moves up to `limit` audit entries of ended actions from the outbox, where they are stored first, to the hash chains
 * of their organizations, in one transaction. Does nothing and returns 0 if another process is moving entries. Returns
 * the number of entries that were removed from the outbox, including those that were already in a chain.
 * @param close returns the entries with their positions and hashes, and the new ends of the chains, which are then
 *   stored; nothing is stored if it throws
 */
export async function closeAuditEntries(
  db: Db,
  { limit, close }: { limit: number; close: CloseRows },
): Promise<number> {
  const days = new Set((await waitingEntries(db, limit)).map(({ id }) => dayOfId(id)))
  if (days.size === 0) return 0
  for (const day of days) await createPartitions(db, 'audit_entry', { from: new Date(day), to: new Date(day + 1) })
  return transaction(db, async (tx) => {
    if (!(await tryLockUntilEnd(tx, 'auditChain', ''))) return 0
    const waiting = (await waitingEntries(tx, limit)).filter(({ id }) => days.has(dayOfId(id)))
    const known = await knownIds(tx, waiting)
    const rows = waiting.filter(({ id }) => !known.has(id)).map(({ place: _place, ...row }) => row)
    const organizations = [...new Set(rows.map(({ organizationId }) => organizationId))]
    const chains = await readAuditChains(tx, organizations)
    await store(tx, close(rows, chains, await databaseTime(tx)))
    const places = waiting.map(({ place }) => place)
    await tx.kysely.deleteFrom('auditOutbox').where('number', '=', sql<number>`any(${places}::bigint[])`).execute()
    return waiting.length
  })
}

/**
 * Returns the first and last entries of the audit chains of these organizations, or of all if absent, in the order of
 * the organizations' ids. Organizations without a chain are left out.
 */
export function readAuditChains(db: Db, organizations?: readonly string[]): Promise<AuditChainRow[]> {
  const all = db.kysely.selectFrom('auditChain').selectAll().orderBy('organizationId')
  const those = organizations && all.where('organizationId', '=', sql<string>`any(${organizations}::uuid[])`)
  return (those ?? all).execute()
}

/** Returns the ids of organizations that have audit entries but no chain, which must not occur. */
export async function chainlessOrganizations(db: Db): Promise<string[]> {
  const chained = db.kysely.selectFrom('auditChain').select('organizationId')
  const entries = db.kysely.selectFrom('auditEntry').where('organizationId', 'not in', chained)
  const rows = await entries.select('organizationId').distinct().execute()
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * Returns up to `limit` entries of an organization's audit chain, the lowest position first.
 * @param after the last entry of the previous page; absent for the first page
 */
export function readClosedEntries(
  db: Db,
  { organizationId, after, limit }: { organizationId: string; after?: Place | undefined; limit: number },
): Promise<ClosedAuditRow[]> {
  const all = db.kysely.selectFrom('auditEntry').selectAll().where('organizationId', '=', organizationId)
  const rest = after && all.where(sql<boolean>`(number, id) > (${after.number}::bigint, ${after.id}::uuid)`)
  return (rest ?? all).orderBy('number').orderBy('id').limit(limit).execute()
}

type Place = Pick<ClosedAuditRow, 'number' | 'id'>

/**
 * Makes the audit chain of each organization begin after its last entry from before the day (UTC) of `before`. Call it
 * before the partitions of the earlier days are dropped. Entries of later days with a lower position than that entry
 * are deleted here. The chain keeps the id and hash of that entry, so that its first remaining entry can be verified.
 */
export async function shortenAuditChains(db: Db, before: Date): Promise<void> {
  const day = new Date(Math.floor(before.getTime() / dayMs) * dayMs)
  const purged = db.kysely.selectFrom('auditEntry').where('id', '<', firstIdOf(day)).distinctOn('organizationId')
  const last = purged
    .select(['organizationId', 'number', 'id', 'hash'])
    .orderBy('organizationId')
    .orderBy('number', 'desc')
  await db.kysely
    .with('last', () => last)
    .with('shortened', (query) =>
      query
        .updateTable('auditChain')
        .from('last')
        .set((eb) => ({ firstNumber: eb('last.number', '+', eb.lit(1)), firstPreviousId: eb.ref('last.id') }))
        .set((eb) => ({ firstPreviousHash: eb.ref('last.hash'), purgedBefore: day }))
        .whereRef('auditChain.organizationId', '=', 'last.organizationId')
        .where(({ between, ref }) => between('last.number', ref('firstNumber'), ref('lastNumber')))
        .returning(['auditChain.organizationId', 'firstNumber']),
    )
    .deleteFrom('auditEntry')
    .using('shortened')
    .whereRef('auditEntry.organizationId', '=', 'shortened.organizationId')
    .whereRef('number', '<', 'firstNumber')
    .where('id', '>=', firstIdOf(day))
    .execute()
}
