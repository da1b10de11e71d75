import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { listAttempts, migrate, readExternalWrite } from '@carillon/database'
import { createLogger } from '@carillon/log'
import { expect } from 'chai'
import pg from 'pg'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import type { Context } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

const log = createLogger({ name: 'test', level: 'silent' })

interface OldPublish {
  status: string
  state: object
  openStep?: string
  accepted?: true
  postIds?: string[]
  permalink?: string
  ended?: true
  outcome?: string | null
}

describe('the migration to the journal of external writes', () => {
  let harness: Harness
  let network: FakeNetwork
  let admin: pg.Client
  let client: pg.Client
  let context: Context
  const name = `old_${randomBytes(6).toString('hex')}`
  const [organizationId, profileId, accountId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  const ids: Record<string, string> = {}

  /** Databases as they were before, with publishes at every point of their way. */
  const publishes: Record<string, OldPublish> = {
    queued: { status: 'processing', state: { key: 'queued', uploaded: false, postId: null } },
    lost: {
      status: 'processing',
      state: { key: 'lost', uploaded: true, postId: null },
      openStep: 'post',
      outcome: null,
    },
    unsure: {
      status: 'processing',
      state: { key: 'unsure', uploaded: true, postId: null },
      openStep: 'post',
      outcome: 'unclear',
    },
    accepted: {
      status: 'accepted',
      state: { key: 'accepted', uploaded: true, postId: 'p2' },
      accepted: true,
      outcome: 'succeeded',
    },
    published: {
      status: 'published',
      state: {},
      postIds: ['p3'],
      permalink: 'https://example.com/p3',
      ended: true,
      outcome: 'succeeded',
    },
    failed: { status: 'failed', state: {}, ended: true, outcome: 'refused' },
    video: { status: 'failed', state: { film: { videoId: 'v1' } }, ended: true, outcome: 'refused' },
    unknown: { status: 'unknown', state: {}, ended: true, outcome: 'unclear' },
  }

  async function store(key: string, { status, state, ...old }: OldPublish): Promise<void> {
    const id = randomUUIDv7()
    ids[key] = id
    const attempt = old.outcome === undefined ? 0 : 1
    await client.query(
      `insert into publication (id, organization_id, profile_id, account_id, platform, request_id, status, payload, state,
        open_step, attempt, attempted_at, settle_at, wake_at, accepted_at, post_ids, permalink, created_at, updated_at)
       values ($1, $2, $3, $4, 'bluesky', 'r', $5, $6, $7, $8, $9, now(), now(), $10, $11, $12, $13, now(), now())`,
      [
        ...[id, organizationId, profileId, accountId, status, { text: 'hello' }, state, old.openStep ?? null, attempt],
        ...[old.ended ? null : new Date(), old.accepted ? new Date() : null, old.postIds ?? [], old.permalink ?? null],
      ],
    )
    if (attempt === 0) return
    await client.query(
      `insert into publication_attempt (publication_id, number, step, started_at, outcome, request_id)
       values ($1, 1, 'post', now(), $2, 'r')`,
      [id, old.outcome],
    )
  }

  before(async () => {
    network = new FakeNetwork()
    harness = await startHarness({ registry: withPorts({ bluesky: { publish: network.port } }) })
    admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
    url.pathname = `/${name}`
    await migrate({ url: url.href, log, to: '0003-refresh-lease' })
    client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query("insert into organization values ($1, 'o', false, now())", [organizationId])
    await client.query("insert into profile values ($1, $2, 'p', null, null, now(), now())", [
      profileId,
      organizationId,
    ])
    await client.query(
      `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes,
        connected_at, updated_at) values ($1, $2, $3, 'bluesky', 'x', 'connected', '{}', '{}', now(), now())`,
      [accountId, organizationId, profileId],
    )
    await client.query(
      'insert into credential (account_id, generation, sealed, refreshed_at) values ($1, 1, $2, now())',
      [accountId, encryptCredentials(harness.context.encryption, accountId, {})],
    )
    for (const [key, publish] of Object.entries(publishes)) await store(key, publish)
    await client.query(
      `select graphile_worker.add_job('publication.run', json_build_object('publishId', $1::text), job_key => 'publication:' || $1)`,
      [ids['queued']],
    )
    await migrate({ url: url.href, log })
    context = await harness.another(harness.overrides, { databaseUrl: url.href })
  })
  after(async () => {
    await client.end()
    await harness.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })

  async function end(key: string) {
    const writeId = ids[key] ?? ''
    for (let turn = 0; turn < 8; turn++) {
      await runWrite(context, { writeId, signal: new AbortController().signal })
    }
    const row = await readExternalWrite(context.db, writeId)
    const attempts = await listAttempts(context.db, writeId)
    return {
      status: row?.status,
      kind: row?.kind,
      ids: row?.providerIds,
      outcomes: attempts.map(({ outcome }) => outcome),
    }
  }

  it('keeps a queued job under its new name', async () => {
    const { rows } = await context.pool.query(
      'select jobs.task_identifier as task, jobs.key, job.payload from graphile_worker._private_jobs as job join graphile_worker.jobs using (id)',
    )
    expect(rows).to.deep.equal([
      { task: 'write.run', key: `write:${ids['queued']}`, payload: { writeId: ids['queued'] } },
    ])
  })

  it("keeps the upload of a video under today's name", async () => {
    const row = await readExternalWrite(context.db, ids['video'] ?? '')
    expect(row?.state).to.deep.equal({ video: { videoId: 'v1' } })
  })

  it('lets a queued publish go out once', async () => {
    expect(await end('queued')).to.deep.equal({
      status: 'succeeded',
      kind: 'publish',
      ids: ['post-1'],
      outcomes: ['succeeded'],
    })
  })

  it('lets an open call be looked for, and repeats only what is not there', async () => {
    network.posts.push({ id: 'p1', key: 'lost' })
    const commits = network.commits
    expect(await end('lost')).to.deep.include({ status: 'succeeded', ids: ['p1'], outcomes: ['reconciled'] })
    expect(network.commits).to.equal(commits)
    expect(await end('unsure')).to.deep.include({ status: 'succeeded', outcomes: ['absent', 'succeeded'] })
    expect(network.commits).to.equal(commits + 1)
  })

  it('lets what the network has taken in be followed to its end', async () => {
    expect(await end('accepted')).to.deep.include({ status: 'succeeded', ids: ['p2'] })
  })

  it('shows what had ended as before', async () => {
    const scope = { organizationId, profileId: null }
    const get = async (key: string) =>
      bodyOf(await ask(context, 'publishes.get', { scope, params: { publishId: ids[key] ?? '' } }))
    expect(await get('published')).to.deep.include({
      status: 'published',
      postIds: ['p3'],
      permalink: 'https://example.com/p3',
    })
    expect((await get('failed')).attempts[0].outcome).to.equal('rejected')
    expect((await get('unknown')).attempts[0].outcome).to.equal('indeterminate')
  })
})
