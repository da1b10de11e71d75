import { sql } from 'kysely'
import { type Db, type Tx, transaction } from '../db.ts'
import { createPartitions } from '../partitions/create-partitions.ts'
import type { AuditChainRow, AuditRow, ClosedAuditRow } from '../schema/audit.ts'
import { firstIdOf } from '../statements/first-id.ts'
import { tryLockUntilEnd } from './lock.ts'

/** Gives rows, which are in their order, their places in the chains of their organizations. */
export type CloseRows = (rows: readonly AuditRow[], chains: readonly AuditChainRow[], now: Date) => ClosedRows

export interface ClosedRows {
  entries: readonly ClosedAuditRow[]
  chains: readonly AuditChainRow[]
}

const dayMs = 86_400_000

/** The beginning of the day (UTC) on which an id was generated, in ms. */
function dayOfId(id: string): number {
  const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return at - (at % dayMs)
}

/** The entries that wait for their place in a chain, in the order in which they are taken. */
function waitingEntries(db: Db, limit: number): Promise<(AuditRow & { place: number })[]> {
  return db.kysely
    .selectFrom('auditOutbox')
    .select(['number as place', 'id', 'organizationId', 'at', 'action', 'actorType', 'actorId', 'actorName'])
    .select(['profileId', 'targets', 'requestId', 'ip', 'userAgent', 'status', 'code'])
    .orderBy('number')
    .limit(limit)
    .execute()
}

async function knownIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.kysely
    .selectFrom('auditEntry')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
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
 * Moves committed entries to the chains of their organizations. One process at a time does this.
 * @param close gives the entries their places
 * @returns how many were moved, with those that were known already
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
    const known = await knownIds(
      tx,
      waiting.map(({ id }) => id),
    )
    const rows = waiting.filter(({ id }) => !known.has(id)).map(({ place: _place, ...row }) => row)
    const organizations = [...new Set(rows.map(({ organizationId }) => organizationId))]
    const chains = await readAuditChains(tx, organizations)
    const { rows: clock } = await sql<{ now: Date }>`
      select date_trunc('milliseconds', clock_timestamp()) as now`.execute(tx.kysely)
    await store(tx, close(rows, chains, clock[0]?.now ?? new Date()))
    const places = waiting.map(({ place }) => place)
    await tx.kysely.deleteFrom('auditOutbox').where('number', '=', sql<number>`any(${places}::bigint[])`).execute()
    return waiting.length
  })
}

/** The chains of some organizations, or of all of them, by organization. */
export function readAuditChains(db: Db, organizations?: readonly string[]): Promise<AuditChainRow[]> {
  return db.kysely
    .selectFrom('auditChain')
    .selectAll()
    .$if(organizations !== undefined, (query) =>
      query.where('organizationId', '=', sql<string>`any(${[...(organizations ?? [])]}::uuid[])`),
    )
    .orderBy('organizationId')
    .execute()
}

/** The organizations that have entries but no chain. */
export async function chainlessOrganizations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select distinct organization_id as "organizationId" from audit_entry
    where organization_id not in (select organization_id from audit_chain)`.execute(db.kysely)
  return rows.map(({ organizationId }) => organizationId)
}

/** A part of an organization's entries in the order of their places; `after` is the last one of the part before. */
export function readClosedEntries(
  db: Db,
  { organizationId, after, limit }: { organizationId: string; after?: Place | undefined; limit: number },
): Promise<ClosedAuditRow[]> {
  return db.kysely
    .selectFrom('auditEntry')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(number, id) > (${after?.number ?? 0}::bigint, ${after?.id ?? ''}::uuid)`),
    )
    .orderBy('number')
    .orderBy('id')
    .limit(limit)
    .execute()
}

type Place = Pick<ClosedAuditRow, 'number' | 'id'>

/**
 * Has chains begin after the entries that are about to be purged: those of the days (UTC) before the day of `before`.
 * What follows is verified from the hash of the last purged entry on.
 */
export async function shortenAuditChains(db: Db, before: Date): Promise<void> {
  const day = new Date(Math.floor(before.getTime() / dayMs) * dayMs)
  await sql`
    with last as (
      select distinct on (organization_id) organization_id, number, id, hash
      from audit_entry where id < ${firstIdOf(day)}
      order by organization_id, number desc
    ), shortened as (
      update audit_chain chain
      set first_number = last.number + 1, first_previous_id = last.id, first_previous_hash = last.hash,
        purged_before = ${day}
      from last
      where chain.organization_id = last.organization_id
        and last.number >= chain.first_number and last.number <= chain.last_number
      returning chain.organization_id, chain.first_number
    )
    delete from audit_entry using shortened
    where audit_entry.organization_id = shortened.organization_id and number < first_number
      and audit_entry.id >= ${firstIdOf(day)}`.execute(db.kysely)
}
