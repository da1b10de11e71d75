import {
  type AuditChainRow,
  type ClosedAuditRow,
  chainlessOrganizations,
  type Db,
  readAuditChains,
  readClosedEntries,
  timeOfId,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { isId } from '../is-id.ts'
import { originHash } from './chain.ts'
import type { ChainEnds } from './verify-chain.ts'

/** The maximum number of rows that one query reads. */
const batch = 5_000

/**
 * Reads where the hash chain of an organization (of every organization if `organizationId` is undefined) begins and
 * ends: the number of the first entry that is not purged, with the id and hash of the entry before it, and the number,
 * id and hash of the last entry. For an organization with audit entries but without a chain, an empty chain is
 * returned; an organization without entries is left out.
 * @throws ServiceError `invalid_request` if `organizationId` is not an id
 */
export async function chainsOf(db: Db, organizationId: string | undefined): Promise<AuditChainRow[]> {
  if (organizationId !== undefined && !isId(organizationId))
    throw new ServiceError('invalid_request', `There is no organization ${organizationId}.`)
  const chains = await readAuditChains(db, organizationId === undefined ? undefined : [organizationId])
  const known = new Set(chains.map((chain) => chain.organizationId))
  const others = await chainlessOrganizations(db)
  const wanted = others.filter((id) => !known.has(id) && (organizationId ?? id) === id)
  return [...chains, ...wanted.map(emptyChain)]
}

function emptyChain(organizationId: string): AuditChainRow {
  const first = { firstNumber: 1, firstPreviousId: null, firstPreviousHash: originHash, purgedBefore: null }
  const last = { lastNumber: 0, lastId: null, lastHash: originHash, lastClosedAt: new Date(0) }
  return { organizationId, ...first, ...last }
}

/** Converts the beginning and end of a stored chain to the form that is exported and verified. */
export function endsOf(chain: AuditChainRow): ChainEnds {
  return {
    firstNumber: chain.firstNumber,
    firstPreviousId: chain.firstPreviousId,
    firstPreviousHash: chain.firstPreviousHash.toString('hex'),
    lastNumber: chain.lastNumber,
    lastId: chain.lastId,
    lastHash: chain.lastHash.toString('hex'),
  }
}

/**
 * Returns whether an entry is no longer part of the chain and is about to be purged by retention, with the table
 * partition of its day.
 */
function isPurged({ firstNumber, purgedBefore }: AuditChainRow, { number, id }: ClosedAuditRow): boolean {
  return number < firstNumber && purgedBefore !== null && timeOfId(id) < purgedBefore.getTime()
}

/**
 * Reads the entries of an organization's hash chain in the order of their numbers, in batches of 5,000. The next batch
 * is read while the caller uses the current one. Entries that are about to be purged are left out.
 */
export async function* readChain(db: Db, chain: AuditChainRow): AsyncGenerator<ClosedAuditRow[]> {
  const read = (after: ClosedAuditRow | undefined) =>
    readClosedEntries(db, { organizationId: chain.organizationId, after, limit: batch })
  let rows = await read(undefined)
  while (rows.length > 0) {
    const following = rows.length < batch ? Promise.resolve([]) : read(rows.at(-1))
    // Its failure is thrown where it is awaited.
    following.catch(() => {})
    yield rows.filter((row) => !isPurged(chain, row))
    rows = await following
  }
}
