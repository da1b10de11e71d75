import { type ChainedEntry, hashOfEntry } from './chain.ts'

/** What is known about a chain besides its entries. */
export interface ChainEnds {
  /** The number of the first entry that is kept. */
  firstNumber: number
  firstPreviousId: string | null
  firstPreviousHash: string
  lastNumber: number
  lastId: string | null
  lastHash: string
  /** A head that was logged earlier. */
  head?: string | undefined
}

export interface BrokenEntry {
  entryId: string | null
  reason: string
}

/** Verifies a chain entry by entry, in the order of their numbers. */
export interface ChainVerifier {
  add(entry: ChainedEntry): void
  /** The first entry that was changed, removed or added; null if there is none. */
  end(): BrokenEntry | null
}

/** An entry is closed within this time, in ms, unless no process closes entries. */
const openMs = 3_600_000

/** An entry, and whether its hash is that of its content: hashing is most of the work, so it is done once. */
interface Hashed {
  entry: ChainedEntry
  fits: boolean
}

/** The time of the last close that was at least an hour before a given one; times are given in their order. */
function lateWatch(): (entry: ChainedEntry) => boolean {
  const closings: number[] = []
  let settled = Number.NEGATIVE_INFINITY
  return ({ closedAt, entry }) => {
    const closed = Date.parse(closedAt)
    while ((closings[0] ?? closed) < closed - openMs) settled = closings.shift() ?? settled
    if (closings.at(-1) !== closed) closings.push(closed)
    return Date.parse(entry.at) < settled - openMs
  }
}

interface Place {
  number: number
  id: string | null
  hash: string
}

const follows = ({ previousId, previousHash }: ChainedEntry, { id, hash }: Place) =>
  previousId === id && previousHash === hash

function missing(from: number, to: number, lastId: string | null): BrokenEntry {
  if (from === to) return { entryId: lastId, reason: `entry ${from} was removed` }
  return { entryId: lastId, reason: `entries ${from} to ${to} were removed; this is the last of them` }
}

/** Which entry of one number is the chain's, and what is wrong with that number. */
function judge(group: readonly Hashed[], last: Place, next: string | undefined): { kept: ChainedEntry } | BrokenEntry {
  const valid = group.filter(({ entry, fits }) => fits && follows(entry, last))
  const kept = valid.find(({ entry }) => next === undefined || entry.hash === next)?.entry
  const other = group.find(({ entry }) => entry !== kept)?.entry
  if (kept !== undefined && other === undefined) return { kept }
  const { number, entry } = other ?? group[0]?.entry ?? { number: 0, entry: { id: null } }
  if (kept !== undefined)
    return { entryId: entry.id, reason: `the entry was added; ${number} is the number of another` }
  const isChanged = valid.length === 0 ? 'the entry was changed' : 'the entry was changed, and its hash with it'
  return { entryId: entry.id, reason: `${isChanged} (number ${number})` }
}

/** Verifies a chain. Time and memory do not depend on what was found: each entry is hashed once. */
export function verifyChain(ends: ChainEnds): ChainVerifier {
  const isLate = lateWatch()
  let last: Place = { number: ends.firstNumber - 1, id: ends.firstPreviousId, hash: ends.firstPreviousHash }
  let group: Hashed[] = []
  let broken: BrokenEntry | null = null
  let headFound = ends.head === undefined || ends.head === ends.firstPreviousHash

  function closeGroup(next: string | undefined): void {
    const first = group[0]?.entry
    if (broken !== null || first === undefined) return
    const { number } = first
    if (number > last.number + 1) broken = missing(last.number + 1, number - 1, first.previousId)
    else if (number <= last.number || number > ends.lastNumber)
      broken = { entryId: first.entry.id, reason: `the entry was added; the chain has no place ${number} for it` }
    if (broken !== null) return
    const judged = judge(group, last, next)
    if (!('kept' in judged)) {
      broken = judged
      return
    }
    const { kept } = judged
    if (isLate(kept))
      broken = { entryId: kept.entry.id, reason: 'the entry was added later, with a time before others were closed' }
    headFound ||= kept.hash === ends.head
    last = { number, id: kept.entry.id, hash: kept.hash }
  }

  /** The hash that the entry of the group has to have, as the next entry says if it is itself as it was. */
  const saidBy = ({ entry: next, fits }: Hashed): string | undefined =>
    fits && next.number === (group[0]?.entry.number ?? 0) + 1 ? next.previousHash : undefined

  return {
    add(entry) {
      if (broken !== null) return
      const hashed = { entry, fits: hashOfEntry(entry) === entry.hash }
      if (group[0] !== undefined && group[0].entry.number !== entry.number) {
        closeGroup(saidBy(hashed))
        group = []
      }
      group.push(hashed)
    },
    end() {
      closeGroup(group[0]?.entry.number === ends.lastNumber ? ends.lastHash : undefined)
      if (broken !== null) return broken
      if (last.number < ends.lastNumber) return missing(last.number + 1, ends.lastNumber, ends.lastId)
      if (last.hash !== ends.lastHash) return { entryId: last.id, reason: 'the end of the chain was changed' }
      if (headFound) return null
      return {
        entryId: last.id,
        reason: 'the head is not in the chain: entries were removed or changed after this one',
      }
    },
  }
}
