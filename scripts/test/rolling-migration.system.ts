import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  claimExternalWrite,
  type Db,
  enqueueExternalWrite,
  migrate,
  migrationNames,
  openDb,
  openPool,
  type Pool,
  readExternalWrite,
  storeWebhookEvents,
} from '@carillon/database'
import { createLogger } from '@carillon/log'
import { freshDatabase, setupServer, teardownServer } from '@carillon/testkit'
import { expect } from 'chai'
import pg from 'pg'
import { queries } from '../bench/growth/queries.ts'
import { type Load, startLoad } from '../bench/migration/load.ts'
import { fillPrevious, ids, previousSchema } from '../bench/migration/previous-data.ts'
import { previousVersion } from '../bench/migration/previous-version.ts'

const log = createLogger({ name: 'test', level: 'warn' })

describe('the previous version beside this one', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let client: pg.Client
  let pool: Pool
  let db: Db

  before(async function () {
    this.timeout(120_000)
    await setupServer((url) => migrate({ url, log }))
    database = await freshDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('drop schema public cascade; create schema public; drop schema graphile_worker cascade')
    await migrate({ url: database.url, log, to: previousSchema })
    await fillPrevious(client, 2_000)
    pool = openPool({ url: database.url, log })
    db = openDb(pool)
  })
  after(async () => {
    await pool.end()
    await client.end()
    await database.drop()
    await teardownServer()
  })

  /** Waits until the load has completed each of its activities once more, or one of them has failed. */
  async function onceMore({ soFar }: Load): Promise<void> {
    const before = { ...soFar.completed }
    const isOpen = () => Object.entries(soFar.completed).some(([name, count]) => count === before[name])
    while (soFar.failures.length === 0 && isOpen()) await sleep(10)
  }

  it('does all of its work while each migration is run, and after each', async function () {
    this.timeout(300_000)
    const load = await startLoad(database.url, { connections: 3 })
    for (const to of migrationNames.filter((name) => name > previousSchema)) {
      await migrate({ url: database.url, log, to })
      await onceMore(load)
      expect(load.soFar.failures, to).to.deep.equal([])
    }
    const { failures, completed } = await load.stop()
    expect(failures).to.deep.equal([])
    expect(Object.keys(completed)).to.have.members(Object.keys(previousVersion))
  })

  it('works on the same rows as this one at the same time', async function () {
    this.timeout(120_000)
    const { rows } = await client.query<{ id: string }>('select id from external_write limit 1')
    // Some of the queries delete an account, a profile or an API key: others than those of the load.
    const [profileId, accountId, keyId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    await client.query(
      `insert into api_key (id, organization_id, hash, last4, created_at) values ($1, $2, sha256('other'), '1234', now())`,
      [keyId, ids.organization],
    )
    await client.query(`insert into profile values ($1, $2, 'Other', null, null, now(), now())`, [
      profileId,
      ids.organization,
    ])
    await client.query(
      `insert into account (organization_id, profile_id, id, platform, provider_id, status, scopes, missing_scopes,
          connected_at, updated_at) values ($1, $2, $3, 'bluesky', 'two', 'connected', '{}', '{}', now(), now())`,
      [ids.organization, profileId, accountId],
    )
    const known = {
      organizationId: ids.organization,
      profileId,
      smallProfileId: profileId,
      accountId,
      copyId: randomUUIDv7(),
      writeId: rows[0]?.id ?? '',
      keyId,
      scheduleId: randomUUIDv7(),
    }
    const current = Object.entries(queries).map(([name, query]) => [name, () => query(db, known)] as const)
    const loads = await Promise.all([
      startLoad(database.url, { connections: 2 }),
      startLoad(database.url, { connections: 2, activities: Object.fromEntries(current) }),
    ])
    await Promise.all(loads.map(onceMore))
    const found = await Promise.all(loads.map((load) => load.stop()))
    expect(found.flatMap(({ failures }) => failures)).to.deep.equal([])
  })

  it('leaves publishes that this one carries out', async () => {
    const id = randomUUIDv7()
    await client.query(
      `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status, payload,
          state, created_at, updated_at, wake_at)
        values ($1, 'publish', $2, $3, $4, 'bluesky', 'r', 'processing', '{"text": "hello"}', '{}', now(), now(), now())`,
      [id, ids.organization, ids.profile, ids.account],
    )
    const now = new Date()
    const claimed = await claimExternalWrite(db, id, { now, lease: now, by: null })
    expect(claimed?.row).to.include({ status: 'processing', kind: 'publish', accountId: ids.account })
  })

  it('carries out publishes that this one has queued', async () => {
    const [id, createdAt] = [randomUUIDv7(), new Date()]
    await enqueueExternalWrite(
      db,
      {
        id,
        kind: 'publish',
        organizationId: ids.organization,
        profileId: ids.profile,
        accountId: ids.account,
        platform: 'bluesky',
        requestId: 'r',
        payload: JSON.stringify({ text: 'hello' }),
        state: '{}',
        createdAt,
        wakeAt: createdAt,
        dueAt: createdAt,
      },
      { job: { name: 'write.run', payload: { writeId: id }, options: { key: `write:${id}` } } },
    )
    const job = await client.query('select task_identifier, attempts from graphile_worker.jobs where key = $1', [
      `write:${id}`,
    ])
    expect(job.rows).to.deep.equal([{ task_identifier: 'write.run', attempts: 0 }])
    const ended = await client.query(
      `update external_write set status = 'succeeded', wake_at = null, provider_ids = '{p}', result = '{}', attempt = 1,
        updated_at = now(), version = version + 1 where id = $1 and version = 0 returning *`,
      [id],
    )
    expect(ended.rowCount).to.equal(1)
    expect(await readExternalWrite(db, id)).to.include({ status: 'succeeded', attempt: 1 })
  })

  it('processes events that this one has stored', async () => {
    const batchId = randomUUIDv7()
    const event = { id: randomUUIDv7(), platform: 'whatsapp', body: Buffer.from('{}'), receivedAt: new Date() } as const
    await storeWebhookEvents(db, [event], {
      batchId,
      job: { name: 'webhook.normalize', payload: { batchId }, options: {} },
    })
    const unprocessed = 'select id from webhook_event where batch_id = $1 and processed_at is null'
    expect((await client.query(unprocessed, [batchId])).rows).to.deep.equal([{ id: event.id }])
  })
})
