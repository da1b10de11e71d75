import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { type ChainedEntry, chainedEntryOf } from './chain.ts'
import { chainsOf, endsOf, readChain } from './read-chain.ts'
import type { ChainEnds } from './verify-chain.ts'

/** The first line of an exported chain of audit entries; each further line is one entry. */
interface ExportHeader extends ChainEnds {
  format: 'carillon-audit-1'
  organizationId: string
}

/**
 * Writes the hash chain of an organization's audit entries to a file that can be verified without the database. The
 * file appears, or replaces an existing one, only when it is complete; until then, and after a failure, it is
 * `<file>.part`. Entries that are not in the chain yet, as in the first seconds, are left out. Returns the number of
 * entries and the last hash (`head`, in hexadecimal).
 * @throws ServiceError `invalid_request` if the organization has no entries; the error of the file system
 */
export async function exportAudit(
  { db }: Pick<Context, 'db'>,
  { organizationId, file }: { organizationId: string; file: string },
): Promise<{ file: string; entries: number; head: string }> {
  const [chain] = await chainsOf(db, organizationId)
  if (chain === undefined) throw new ServiceError('invalid_request', `There are no entries of ${organizationId}.`)
  const header: ExportHeader = { format: 'carillon-audit-1', organizationId, ...endsOf(chain) }
  const written = await open(`${file}.part`, 'w', 0o600)
  let entries = 0
  try {
    await written.appendFile(`${JSON.stringify(header)}\n`)
    for await (const rows of readChain(db, chain)) {
      const kept = rows.filter(({ number }) => number <= chain.lastNumber)
      entries += kept.length
      await written.appendFile(kept.map((row) => `${JSON.stringify(chainedEntryOf(row))}\n`).join(''))
    }
    await written.sync()
  } finally {
    await written.close()
  }
  await rename(`${file}.part`, file)
  return { file, entries, head: header.lastHash }
}

/** Thrown for a line of an audit export that cannot be parsed or lacks a field. */
export class UnreadableLine extends Error {}

function parsed<T>(line: string, read: (value: unknown) => T): T {
  try {
    return read(JSON.parse(line))
  } catch (cause) {
    throw new UnreadableLine('the line is not one of an export', { cause })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isHeader(value: unknown): value is ExportHeader {
  return isObject(value) && value['format'] === 'carillon-audit-1' && typeof value['lastNumber'] === 'number'
}

function isEntry(value: unknown): value is ChainedEntry {
  if (!isObject(value) || typeof value['number'] !== 'number' || typeof value['hash'] !== 'string') return false
  const { entry } = value
  return isObject(entry) && isObject(entry['actor']) && Array.isArray(entry['targets']) && isObject(entry['outcome'])
}

function required<T>(is: (value: unknown) => value is T): (value: unknown) => T {
  return (value) => {
    if (is(value)) return value
    throw new UnreadableLine('a field is missing')
  }
}

/**
 * Reads an audit export line by line: yields the header first, then each entry. Hashes are not checked. An empty file
 * yields nothing.
 * @throws UnreadableLine if a line cannot be parsed or lacks a field; the error of the file system if the file cannot
 *   be read
 */
export async function* readExport(file: string): AsyncGenerator<ExportHeader | ChainedEntry> {
  let isFirst = true
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield isFirst ? parsed(line, required(isHeader)) : parsed(line, required(isEntry))
    isFirst = false
  }
}
