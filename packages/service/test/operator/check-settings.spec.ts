import { openDb, openPool } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { freshDatabase, startTransactionPooler } from '@carillon/testkit'
import { expect } from 'chai'
import pg from 'pg'
import { checkSettings } from '../../src/operator/check-settings.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** Creates a database for one test, with these settings, as an operator may have. */
async function databaseWith(settings: Readonly<Record<string, string>>) {
  const fresh = await freshDatabase()
  const admin = new pg.Client({ connectionString: fresh.url })
  await admin.connect()
  const name = pg.escapeIdentifier(new URL(fresh.url).pathname.slice(1))
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter database ${name} set ${setting} = ${pg.escapeLiteral(value)}`)
  await admin.end()
  return fresh
}

const unusual = {
  DateStyle: 'German',
  default_transaction_isolation: 'repeatable read',
  array_nulls: 'off',
  synchronous_commit: 'off',
  standard_conforming_strings: 'off',
}

describe('the check of the settings of the database', () => {
  it('finds nothing on connections to the server, which set them', async () => {
    const { url, drop } = await databaseWith(unusual)
    const pool = openPool({ url, log, max: 1 })
    try {
      const found = await checkSettings({ db: openDb(pool) })
      expect(found).to.deep.equal({ check: 'database settings', ok: true, detail: 'as the service needs them' })
    } finally {
      await pool.end()
      await drop()
    }
  })

  it('names those that a pooler does not set, with the values that they must have', async () => {
    const { url, drop } = await databaseWith(unusual)
    const pooler = await startTransactionPooler(url, { size: 1 })
    const pool = openPool({ url: pooler.url, log, max: 1, pooled: true, prepares: false, connectTimeoutMs: 60_000 })
    try {
      const { ok, detail } = await checkSettings({ db: openDb(pool) })
      const names = [...detail.matchAll(/(\w+) is ([^;]*); it must be ([^.]*)\./g)].map((match) => match.slice(1))
      expect({ ok, names }).to.deep.equal({
        ok: false,
        names: [
          ['array_nulls', 'off', 'on'],
          ['default_transaction_isolation', 'repeatable read', 'read committed'],
          ['synchronous_commit', 'off', 'on'],
        ],
      })
    } finally {
      await pool.end()
      await pooler.close()
      await drop()
    }
  })

  it('accepts commits that wait for more than the disk', async () => {
    const { url, drop } = await databaseWith({ synchronous_commit: 'remote_apply' })
    const pool = openPool({ url, log, max: 1 })
    try {
      expect(await checkSettings({ db: openDb(pool) })).to.include({ ok: true })
    } finally {
      await pool.end()
      await drop()
    }
  })
})
