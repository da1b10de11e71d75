import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, gather } from '@carillon/database'

/** Milliseconds that one query waits for others to join it. */
const gatherMs = 200
const maxKeys = 1_000

const nameOf = (hash: Buffer): string => hash.toString('base64')

/**
 * Returns a function that looks up a row by its hash, and returns undefined if no such row exists. Calls within 200 ms
 * share one query, so that a flood of calls makes at most five queries per second. Beyond 1,000 hashes in one query,
 * calls return undefined as well.
 * @param find reads the rows of many hashes
 */
export function gatherLookups<Row extends { hash: Buffer }>(find: (db: Db, hashes: Buffer[]) => Promise<Row[]>) {
  return gather<Buffer, Row>(
    nameOf,
    async (db, hashes) => new Map((await find(db, [...hashes])).map((row) => [nameOf(row.hash), row])),
    { wait: () => sleep(gatherMs), maxKeys, dropsMore: true },
  )
}
