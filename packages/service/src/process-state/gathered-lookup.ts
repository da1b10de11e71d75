import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, gather } from '@carillon/database'

/** How long one query waits for others to join it, in milliseconds. */
const gatherMs = 200
const maxKeys = 1_000

const nameOf = (hash: Buffer): string => hash.toString('base64')

/**
 * Makes a look-up by hash whose calls within 200 ms share one query, so that a flood of calls makes at most five queries
 * per second. It finds nothing while more than 1,000 hashes are being looked up.
 * @param find reads the rows of many hashes
 */
export function gatherLookups<Row extends { hash: Buffer }>(find: (db: Db, hashes: Buffer[]) => Promise<Row[]>) {
  return gather<Buffer, Row>(
    nameOf,
    async (db, hashes) => new Map((await find(db, [...hashes])).map((row) => [nameOf(row.hash), row])),
    { wait: () => sleep(gatherMs), maxKeys, dropsMore: true },
  )
}
