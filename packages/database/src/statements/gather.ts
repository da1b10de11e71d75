import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db.ts'

interface Gathering<Key, Result> {
  keys: Map<string, Key>
  results: Promise<Map<string, Result>>
}

/** How `gather` combines simultaneous calls into queries. */
export interface GatherOptions {
  /** Resolves when the query is to begin. Default: the next turn of the event loop. */
  wait?: () => Promise<unknown>
  /** The maximum number of keys in one query. Default: 200. */
  maxKeys?: number
  /** True if calls with keys beyond the maximum return undefined. Default: they begin another query. */
  dropsMore?: boolean
  /**
   * True if a call whose key is already in the pending query begins another query. Default: both calls share the
   * result.
   */
  eachCounts?: boolean
}

/**
 * Returns a function that looks up one key; simultaneous calls of the function share one query. The query begins after
 * all calls that share it, so a result is never older than its call. A call resolves with undefined if `query` has no
 * result for the key; if the query fails, all calls that share it are rejected. Callers must not change the results.
 * @param nameOf returns a string for each key; keys with equal strings are equal
 * @param query reads the results for many keys; the map is keyed by the strings of `nameOf`
 */
export function gather<Key, Result>(
  nameOf: (key: Key) => string,
  query: (db: Db, keys: readonly Key[]) => Promise<Map<string, Result>>,
  { wait = () => setImmediate(), maxKeys = 200, dropsMore = false, eachCounts = false }: GatherOptions = {},
): (db: Db, key: Key) => Promise<Result | undefined> {
  const gatherings = new WeakMap<Db, Gathering<Key, Result>>()

  async function resultsOf(db: Db, keys: Map<string, Key>): Promise<Map<string, Result>> {
    await wait()
    if (gatherings.get(db)?.keys === keys) gatherings.delete(db)
    return query(db, [...keys.values()])
  }

  function begin(db: Db): Gathering<Key, Result> {
    const keys = new Map<string, Key>()
    const gathering = { keys, results: resultsOf(db, keys) }
    gatherings.set(db, gathering)
    return gathering
  }

  return async (db, key) => {
    const name = nameOf(key)
    const open = gatherings.get(db)
    const isIn = open?.keys.has(name) ?? false
    const isFull = open !== undefined && !isIn && open.keys.size >= maxKeys
    if (isFull && dropsMore) return undefined
    const gathering = open === undefined || isFull || (isIn && eachCounts) ? begin(db) : open
    gathering.keys.set(name, key)
    return (await gathering.results).get(name)
  }
}
