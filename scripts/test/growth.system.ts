import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { freshDatabase, setupServer, teardownServer } from '@carillon/testkit'
import { expect } from 'chai'
import pg from 'pg'
import { generate, type Known } from '../bench/growth/generate.ts'
import { costsOf } from '../bench/growth/plans.ts'
import { queries } from '../bench/growth/queries.ts'

describe('the cost of a query does not grow with the data', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let client: pg.Client
  let known: Known

  before(async function () {
    this.timeout(900_000)
    const log = createLogger({ name: 'test', level: 'warn' })
    await setupServer((url) => migrate({ url, log }))
    database = await freshDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    known = await generate(client, 1)
  })
  after(async () => {
    await client.end()
    await database.drop()
    await teardownServer()
  })

  for (const [name, query] of Object.entries(queries)) {
    it(name, async () => {
      const costs = await costsOf({ url: database.url, client }, (db) => query(db, known))
      expect(costs, 'statements').to.not.have.lengthOf(0)
      expect(costs.flatMap(({ statement, grows }) => grows.map((why) => `${why}: ${statement}`))).to.deep.equal([])
    })
  }

  it('names a query whose cost grows', async () => {
    const costs = await costsOf({ url: database.url, client }, (db) =>
      db.kysely.selectFrom('message').select('id').where('body', '=', 'nobody').orderBy('recipient').execute(),
    )
    expect(costs.flatMap(({ grows }) => grows)).to.include('reads all of message')
  })

  it('nor does that of deleting a row: every reference to a table that grows has an index', async () => {
    const { rows } = await client.query<{ reference: string }>(`
      select conrelid::regclass || '.' || attname as reference
      from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid::regclass::text <> 'organization' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
    expect(rows.map(({ reference }) => reference)).to.deep.equal([])
  })
})
