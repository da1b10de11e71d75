import type { PostgresPool } from 'kysely'

const pools = new WeakMap<object, PostgresPool>()

/** Lets handwritten statements outside of transactions go to the connections of `db` without the query builder. */
export function sendDirectly(db: object, pool: PostgresPool): void {
  pools.set(db, pool)
}

/** The connections of a query builder; undefined for a transaction, which has one of its own. */
export function poolOf(db: object): PostgresPool | undefined {
  return pools.get(db)
}
