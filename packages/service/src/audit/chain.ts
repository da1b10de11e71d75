import { hash } from 'node:crypto'
import type { AuditChainRow, AuditRow, ClosedAuditRow, ClosedRows } from '@carillon/database'
import type { AuditEntry } from '@carillon/domain'
import { viewAuditEntry } from './entry-view.ts'

/** An entry with its place in the chain, as it is hashed and exported. Hashes are in hexadecimal. */
export interface ChainedEntry {
  number: number
  organizationId: string
  closedAt: string
  previousId: string | null
  entry: AuditEntry
  previousHash: string
  hash: string
}

/** The hash before the first entry of a chain. */
export const originHash = Buffer.alloc(32)

/**
 * SHA-256 of the previous hash, as bytes, and of the canonical JSON of the place and the entry: their fields in the
 * order of this code, without spaces, as UTF-8.
 */
export function hashOfEntry({ number, organizationId, closedAt, previousId, entry, previousHash }: Hashed): string {
  const { id, at, action, actor, profileId, targets, requestId, ip, userAgent, outcome } = entry
  const canonical = {
    ...{ number, organizationId, closedAt, previousId, id, at, action },
    ...{ actor: { type: actor.type, id: actor.id, name: actor.name }, profileId },
    ...{ targets: targets.map((target) => ({ type: target.type, id: target.id })), requestId, ip, userAgent },
    outcome: { status: outcome.status, code: outcome.code },
  }
  return hash(
    'sha256',
    Buffer.concat([Buffer.from(previousHash, 'hex'), Buffer.from(JSON.stringify(canonical))]),
    'hex',
  )
}

type Hashed = Omit<ChainedEntry, 'hash'>

/** A closed row in the form that is hashed and exported. */
export function chainedEntryOf(row: ClosedAuditRow): ChainedEntry {
  return {
    number: row.number,
    organizationId: row.organizationId,
    closedAt: row.closedAt.toISOString(),
    previousId: row.previousId,
    entry: viewAuditEntry(row),
    previousHash: row.previousHash.toString('hex'),
    hash: row.hash.toString('hex'),
  }
}

function newChain(organizationId: string, now: Date): AuditChainRow {
  const first = { firstNumber: 1, firstPreviousId: null, firstPreviousHash: originHash, purgedBefore: null }
  return { organizationId, ...first, lastNumber: 0, lastId: null, lastHash: originHash, lastClosedAt: now }
}

function closedRow(row: AuditRow, { lastNumber, lastId, lastHash }: AuditChainRow, closedAt: Date): ClosedAuditRow {
  const place = { number: lastNumber + 1, closedAt, previousId: lastId, previousHash: lastHash }
  const hash = hashOfEntry({
    ...{ number: place.number, organizationId: row.organizationId, closedAt: closedAt.toISOString() },
    ...{ previousId: lastId, entry: viewAuditEntry(row), previousHash: lastHash.toString('hex') },
  })
  return { ...row, ...place, hash: Buffer.from(hash, 'hex') }
}

/** Adds rows to the chains of their organizations, in their order. */
export function closeRows(rows: readonly AuditRow[], chains: readonly AuditChainRow[], now: Date): ClosedRows {
  const byOrganization = new Map(chains.map((chain) => [chain.organizationId, chain]))
  const entries = rows.map((row) => {
    const chain = byOrganization.get(row.organizationId) ?? newChain(row.organizationId, now)
    const closed = closedRow(row, chain, now)
    const last = { lastNumber: closed.number, lastId: closed.id, lastHash: closed.hash, lastClosedAt: now }
    byOrganization.set(row.organizationId, { ...chain, ...last })
    return closed
  })
  return { entries, chains: [...byOrganization.values()] }
}
