import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import pg from 'pg'
import { listExternalWrites, migrate, openDb, openPool, type Pool } from '../src/index.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** Words with the letters I, İ, ı and i, in capitals, capitalized and small. */
const spellings = [
  ['INSTAGRAM', 'Instagram', 'instagram'],
  ['ISPARTA', 'Isparta', 'ısparta'],
  ['ISITICI', 'Isıtıcı', 'ısıtıcı'],
  ['İSTANBUL', 'İstanbul', 'istanbul'],
]

for (const language of ['tr', 'en']) {
  describe(`a search in a database with the case rules of the language ${language}`, () => {
    const name = `t_${randomBytes(6).toString('hex')}`
    const [organizationId, profileId, accountId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    let server: pg.Client
    let pool: Pool

    before(async function () {
      this.timeout(120_000)
      server = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
      await server.connect()
      const { rowCount } = await server.query(`select from pg_collation where collname = 'tr-x-icu'`)
      if (rowCount === 0) this.skip()
      await server.query(
        `create database ${name} template template0 encoding 'UTF8'
          locale_provider icu icu_locale '${language}' locale 'C'`,
      )
      const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
      url.pathname = name
      await migrate({ url: url.href, log })
      pool = openPool({ url: url.href, log })
      await pool.query(`insert into organization (id, name, created_at) values ('${organizationId}', 'One', now())`)
      await pool.query(
        `insert into profile (id, organization_id, name, created_at, updated_at)
          values ('${profileId}', '${organizationId}', 'One', now(), now())`,
      )
      await pool.query(
        `insert into account (organization_id, profile_id, id, platform, provider_id, status, scopes, missing_scopes,
            connected_at, updated_at)
          values ('${organizationId}', '${profileId}', '${accountId}', 'bluesky', 'one', 'connected', '{}', '{}', now(), now())`,
      )
    })
    after(async () => {
      await pool?.end()
      await server.query(`drop database if exists ${name}`)
      await server.end()
    })

    /** Stores publishes of these texts, one by one, which have ended or not. */
    async function publish(texts: readonly string[], hasEnded: boolean): Promise<void> {
      for (const text of texts) {
        await pool.query(
          `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status,
              payload, state, created_at, updated_at, wake_at)
            values ($1, 'publish', $2, $3, $4, 'bluesky', 'r', $5, $6, '{}', now(), now(), $7)`,
          [
            ...[randomUUIDv7(), organizationId, profileId, accountId, hasEnded ? 'succeeded' : 'processing'],
            ...[JSON.stringify({ text: `Out now: ${text}!` }), hasEnded ? null : new Date()],
          ],
        )
      }
    }

    async function found(search: string): Promise<unknown[]> {
      const scope = { organizationId, profileId: null }
      const rows = await listExternalWrites(openDb(pool), scope, { kind: 'publish', search, max: 500 })
      return rows.map(({ payload }) => payload)
    }

    it('finds each spelling by each', async () => {
      for (const written of spellings) {
        await publish(written, true)
        await publish(written, false)
        const all = [...written, ...written].map((text) => ({ text: `Out now: ${text}!` }))
        for (const searched of written) {
          expect(await found(searched), searched).to.have.deep.members(all)
          expect(await found(`NOW ${searched.slice(0, 4)}`), searched).to.have.deep.members(all)
        }
      }
    })

    it('finds them by the index', async () => {
      await publish(spellings.flat(), true)
      const client = await pool.connect()
      try {
        await client.query('begin; set local enable_seqscan = off')
        const { rows } = await client.query(
          `select payload ->> 'text' as text from external_write where kind = 'publish' and wake_at is null
            and publish_words(organization_id, profile_id, account_id, payload) @@ 'instagram' group by 1`,
        )
        const all = ['INSTAGRAM', 'Instagram', 'instagram'].map((text) => `Out now: ${text}!`)
        expect(rows.map(({ text }) => text)).to.have.members(all)
        await client.query('rollback')
      } finally {
        client.release()
      }
    })
  })
}
