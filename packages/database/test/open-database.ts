import { createLogger } from '@carillon/log'
import { freshDatabase } from '@carillon/testkit'
import { type Db, openDb, openPool, type Pool, type PoolOptions } from '../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** A database of one suite of tests. `close` ends the pool and drops the database. */
export interface OpenDatabase {
  url: string
  pool: Pool
  db: Db
  close(): Promise<void>
}

/** Creates a database with all migrations and opens a pool with these options. */
export async function openDatabase(options: Partial<PoolOptions> = {}): Promise<OpenDatabase> {
  const { url, drop } = await freshDatabase()
  const pool = openPool({ url, log, ...options })
  const close = () => pool.end().then(drop)
  return { url, pool, db: openDb(pool), close }
}
