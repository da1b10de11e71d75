import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db.ts'

interface Gathering<Key, Result> {
  keys: Map<string, Key>
  results: Promise<Map<string, Result>>
}

export interface GatherOptions {
  /** Resolves when the query begins. By default it begins in the next turn of the event loop. */
  wait?: () => Promise<unknown>
  /** Maximum number of keys in one query, 200 by default. */
  maxKeys?: number
  /** True if keys beyond the maximum have no result. By default they begin another query. */
  dropsMore?: boolean
  /** True if a call with a key that is in the query already begins another one. By default both share the result. */
  eachCounts?: boolean
}

/**
 * Makes a function that returns the result for one key. Calls share one query, which begins after the last of them, so
 * a result is never older than its call. Callers share the results and must not change them.
 * @param nameOf a text for each key; keys with equal texts are equal
 * @param query returns the results for many keys by their texts
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
