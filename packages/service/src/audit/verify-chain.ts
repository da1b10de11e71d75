import { type ChainedEntry, hashOfEntry } from './chain.ts'

/** The beginning and end of a hash chain, as stored beside its entries. Hashes are in hexadecimal. */
export interface ChainEnds {
  /** The number of the first entry that has not been purged. */
  firstNumber: number
  /** The id of the entry before the first one; null if the chain has not been purged. */
  firstPreviousId: string | null
  /** The hash of the entry before the first one; 32 zero bytes if there is none. */
  firstPreviousHash: string
  /** The number of the last entry; one less than `firstNumber` if the chain is empty. */
  lastNumber: number
  /** The id of the last entry; null if no entry was ever added. */
  lastId: string | null
  lastHash: string
  /** A hash that was logged earlier and has to occur in the chain. */
  head?: string | undefined
}

/** The first entry at which a hash chain is broken. */
export interface BrokenEntry {
  /**
   * The id of the entry that was changed or added, of the last of those that were removed, or of the last one in a
   * chain whose end does not fit; null if it is not known.
   */
  entryId: string | null
  /** A sentence for the operator, without a capital letter and a full stop. */
  reason: string
}

/** A verification of a hash chain, to which the entries are given one by one, in the order of their numbers. */
export interface ChainVerifier {
  /** Verifies the next entry. A broken entry is not thrown: `end` returns the first one. */
  add(entry: ChainedEntry): void
  /** Ends the verification and returns the first entry that was changed, removed or added; null if nothing is wrong. */
  end(): BrokenEntry | null
}

/**
 * The time in ms within which an entry is usually added to its chain: an hour. It takes longer only while no process
 * adds entries.
 */
const openMs = 3_600_000

/**
 * An entry, and in `fits` whether its hash is that of its content. Each hash is computed only once, as this is most of
 * the work.
 */
interface Hashed {
  entry: ChainedEntry
  fits: boolean
}

/**
 * Returns a function that returns whether an entry was added to the chain too late: its own time (`at`) is more than an
 * hour before a time at which entries were added, which is itself more than an hour before its own `closedAt`. Call it
 * with every entry, in the order of their numbers.
 */
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

const headMissing = 'the head is not in the chain: entries were removed or changed after this one'

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

/** Returns the error if entries before this one are missing, or the chain has no place for it; otherwise null. */
function misplaced({ number, entry, previousId }: ChainedEntry, before: number, lastNumber: number) {
  if (number > before + 1) return missing(before + 1, number - 1, previousId)
  if (number > before && number <= lastNumber) return null
  return { entryId: entry.id, reason: `the entry was added; the chain has no place ${number} for it` }
}

/**
 * Decides which of the entries with the same number belongs to the chain. Returns that entry (`kept`), or the error if
 * an entry was changed or added.
 * @param last the entry before
 * @param next the hash that the following entry states as that of the entry before it; undefined if unknown
 */
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

/**
 * Starts to verify a hash chain between `ends`, its first and last entries as stored beside the chain. Give every entry
 * to `add` of the result, in the order of their numbers, then call `end`, which returns the first entry that was
 * changed, removed or added, or null if nothing is wrong. The entries are not kept in memory.
 */
export function verifyChain(ends: ChainEnds): ChainVerifier {
  const isLate = lateWatch()
  let last: Place = { number: ends.firstNumber - 1, id: ends.firstPreviousId, hash: ends.firstPreviousHash }
  let group: Hashed[] = []
  let broken: BrokenEntry | null = null
  let headFound = ends.head === undefined || ends.head === ends.firstPreviousHash

  function closeGroup(next: string | undefined): void {
    const first = group[0]?.entry
    if (broken !== null || first === undefined) return
    broken = misplaced(first, last.number, ends.lastNumber)
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
    last = { number: kept.number, id: kept.entry.id, hash: kept.hash }
  }

  /**
   * Returns the hash that the next entry states as that of the entry before it; undefined if the next entry was itself
   * changed or does not follow directly.
   */
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
      return headFound ? null : { entryId: last.id, reason: headMissing }
    },
  }
}
