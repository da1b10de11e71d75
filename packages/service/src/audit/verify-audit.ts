import { findOrganization } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { chainedEntryOf } from './chain.ts'
import { readExport, UnreadableLine } from './export-file.ts'
import { installationId } from './new-entry.ts'
import { chainsOf, endsOf, readChain } from './read-chain.ts'
import { type BrokenEntry, type ChainVerifier, verifyChain } from './verify-chain.ts'

/** The result of verifying hash chains of the audit log. `firstBroken` is null if nothing is wrong. */
interface AuditVerification {
  ok: boolean
  /** The number of entries that were read. */
  entries: number
  firstBroken: BrokenEntry | null
}

interface AuditToVerify {
  /** The organization whose chain is verified; all organizations if absent. */
  organizationId?: string | undefined
  /**
   * A hash of the chain that was logged or exported earlier and has to occur in it. Allowed only together with
   * `organizationId`.
   */
  head?: string | undefined
}

/**
 * Verifies the hash chains in the database. Stops at the first entry that was changed, removed or added, and returns it
 * as `firstBroken`; it is not thrown. Entries that are not in a chain yet, as in the first seconds, are left out. An
 * organization without entries is `ok`, unless `head` is given.
 * @param options.organizationId the organization whose chain is verified; undefined for all organizations
 * @param options.head a hash that was logged or exported earlier and has to occur in the chain
 * @throws ServiceError `invalid_request` if `head` is given without an organization, if `organizationId` is not an id,
 *   or if, without `head`, the organization neither exists nor has entries
 */
export async function verifyAudit(
  { db }: Pick<Context, 'db'>,
  { organizationId, head }: AuditToVerify,
): Promise<AuditVerification> {
  if (head !== undefined && organizationId === undefined)
    throw new ServiceError('invalid_request', 'A head belongs to one chain. Pass --organization as well.')
  const chains = await chainsOf(db, organizationId)
  if (head !== undefined && chains.length === 0) {
    const firstBroken = { entryId: null, reason: 'the head is not in the chain: the organization has no entries' }
    return { ok: false, entries: 0, firstBroken }
  }
  if (chains.length === 0 && organizationId !== undefined && organizationId !== installationId) {
    const exists = (await findOrganization(db, organizationId)) !== undefined
    if (!exists) throw new ServiceError('invalid_request', `There is no organization ${organizationId}.`)
  }
  let entries = 0
  for (const chain of chains) {
    const verifier = verifyChain({ ...endsOf(chain), head })
    for await (const rows of readChain(db, chain)) {
      // Entries that were closed while others were read are verified the next time.
      const known = rows.filter(({ number, closedAt }) => number <= chain.lastNumber || closedAt <= chain.lastClosedAt)
      for (const row of known) verifier.add(chainedEntryOf(row))
      entries += known.length
    }
    const firstBroken = verifier.end()
    if (firstBroken !== null) return { ok: false, entries, firstBroken }
  }
  return { ok: true, entries, firstBroken: null }
}

/**
 * Verifies an exported hash chain without the database. A broken chain is not thrown: the first broken entry is
 * returned.
 * @param file the path of the exported file
 * @param head a hash that was logged earlier; if it does not occur in the chain, the chain is broken
 * @throws ServiceError `invalid_request` if the file is not an export of the audit log; the error of the file system if
 *   it cannot be read
 */
export async function verifyAuditFile(file: string, head?: string): Promise<AuditVerification> {
  let verifier: ChainVerifier | undefined
  let entries = 0
  let lastId: string | null = null
  try {
    for await (const line of readExport(file)) {
      if ('format' in line) verifier = verifyChain({ ...line, head })
      else {
        verifier?.add(line)
        entries++
        lastId = line.entry.id
      }
    }
  } catch (thrown) {
    if (!(thrown instanceof UnreadableLine)) throw thrown
    if (verifier === undefined) throw new ServiceError('invalid_request', `${file} is not an export of the audit log.`)
    const reason = `the line after entry ${entries} of the file cannot be read`
    return { ok: false, entries, firstBroken: verifier.end() ?? { entryId: lastId, reason } }
  }
  if (verifier === undefined) throw new ServiceError('invalid_request', `${file} is not an export of the audit log.`)
  const firstBroken = verifier.end()
  return { ok: firstBroken === null, entries, firstBroken }
}
