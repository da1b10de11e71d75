import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { migrate } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import pg from 'pg'
import { type Harness, startHarness } from '../harness.ts'

const log = createLogger({ name: 'test', level: 'silent' })

describe('the migration to one spelling of phone numbers', () => {
  let harness: Harness
  let client: pg.Client
  const name = `old_${randomBytes(6).toString('hex')}`

  before(async () => {
    harness = await startHarness()
    await harness.context.pool.query(`create database ${name}`)
    const url = new URL(harness.context.config.databaseUrl)
    url.pathname = `/${name}`
    await migrate({ url: url.href, log, to: '0017-comment-account' })
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await harness.context.pool.query(`drop database ${name}`)
    await harness.close()
  })

  async function account(platform: string, setup: string[] | null): Promise<string> {
    const [organizationId, profileId, id] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    await client.query(`insert into organization (id, name, created_at) values ($1, 'Test', now())`, [organizationId])
    await client.query(
      `insert into profile (id, organization_id, name, created_at, updated_at)
       values ($1, $2, 'Default', now(), now())`,
      [profileId, organizationId],
    )
    await client.query(
      `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes,
         connected_at, updated_at, setup_missing)
       values ($1, $2, $3, $4, '106', 'connected', '{}', '{}', now(), now(), $5)`,
      [id, organizationId, profileId, platform, setup],
    )
    return id
  }

  async function message(accountId: string, sender: string | null, recipient: string | null): Promise<void> {
    await client.query(
      `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
       values ($1::uuid, $2, gen_random_uuid()::text, 'inbound', 'text', $3, $4, '', 'received', now(), now())`,
      [randomUUIDv7(), accountId, sender, recipient],
    )
  }

  it('adds the plus to numbers, not to other ids, nor to ids of other networks', async () => {
    const [whatsapp, instagram] = [await account('whatsapp', []), await account('instagram', null)]
    await message(whatsapp, '16505551234', null)
    await message(whatsapp, null, '16505551234')
    await message(whatsapp, '+4915112345678', null)
    await message(whatsapp, 'US.1349', null)
    await message(instagram, '17841400000001', null)
    const url = new URL(harness.context.config.databaseUrl)
    url.pathname = `/${name}`
    await migrate({ url: url.href, log })
    const { rows } = await client.query('select sender, recipient from message order by created_at')
    expect(rows.map(({ sender, recipient }) => sender ?? recipient)).to.deep.equal([
      '+16505551234',
      '+16505551234',
      '+4915112345678',
      'US.1349',
      '17841400000001',
    ])
  })
})
