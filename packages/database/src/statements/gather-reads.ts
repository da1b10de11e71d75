import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db.ts'

interface Gathering<Key, Row> {
  keys: Map<string, Key>
  rows: Promise<Map<string, Row>>
}

/** Keys of one query at the most. */
const maxKeys = 200

/**
 * Makes a function that reads one row by its key. Reads in the same turn of the event loop share one query, which
 * begins after the last of them, so a row is never older than its request. Callers share the rows and must not change
 * them.
 * @param nameOf a text for each key; keys with equal texts are equal
 * @param read reads the rows of many keys by their texts
 */
export function gatherReads<Key, Row>(
  nameOf: (key: Key) => string,
  read: (db: Db, keys: readonly Key[]) => Promise<Map<string, Row>>,
): (db: Db, key: Key) => Promise<Row | undefined> {
  const gatherings = new WeakMap<Db, Gathering<Key, Row>>()

  async function rowsOf(db: Db, keys: Map<string, Key>): Promise<Map<string, Row>> {
    await setImmediate()
    if (gatherings.get(db)?.keys === keys) gatherings.delete(db)
    return read(db, [...keys.values()])
  }

  function begin(db: Db): Gathering<Key, Row> {
    const keys = new Map<string, Key>()
    const gathering = { keys, rows: rowsOf(db, keys) }
    gatherings.set(db, gathering)
    return gathering
  }

  return async (db, key) => {
    const name = nameOf(key)
    const open = gatherings.get(db)
    const isFull = open !== undefined && open.keys.size >= maxKeys && !open.keys.has(name)
    const gathering = open === undefined || isFull ? begin(db) : open
    gathering.keys.set(name, key)
    return (await gathering.rows).get(name)
  }
}
