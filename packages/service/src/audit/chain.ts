import { hash } from 'node:crypto'
import type { AuditChainRow, AuditRow, ClosedAuditRow, ClosedRows } from '@carillon/database'
import type { AuditEntry } from '@carillon/domain'
import { viewAuditEntry } from './entry-view.ts'

/**
 * An audit entry together with its position in the organization's hash chain, as it is hashed and exported. `number`
 * counts from 1; `closedAt` is when the entry was added to the chain (ISO 8601); `previousId` is null for the first
 * entry; hashes are in hexadecimal.
 */
export interface ChainedEntry {
  number: number
  organizationId: string
  closedAt: string
  previousId: string | null
  entry: AuditEntry
  previousHash: string
  hash: string
}

/** The hash that precedes the first entry of a chain: 32 zero bytes. */
export const originHash = Buffer.alloc(32)

/**
 * Returns the hash of an audit entry in its chain, in hexadecimal: SHA-256 over the 32 bytes of the previous hash
 * (`originHash` for the first entry), followed by one JSON object in UTF-8 without spaces. Its keys are `number`,
 * `organizationId`, `closedAt` (when the entry was added to the chain) and `previousId`, and after them, at the same
 * level, the fields of `entry` in the order in which the API returns them.
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

/**
 * Converts a row of the audit log that has been appended to its organization's hash chain to the form that is hashed
 * and exported: with its number, the previous entry's id and hash, and its own hash.
 */
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

/**
 * Computes the chain fields of new audit rows (number, closing time, id and hash of the previous entry, hash) and
 * returns them with `chains`, whose ends are updated. The rows are appended in the given order; an organization without
 * a chain gets a new one; chains without new rows stay as they are. Stores nothing.
 */
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
