import { randomUUIDv7 } from 'node:crypto'
import { addJob } from '@carillon/database'
import { type Context, createOrganization, metricRows } from '@carillon/service'
import { expect } from 'chai'
import { type Health, listenForHealth, type Phase } from '../src/health.ts'
import { createMetrics, type Metrics } from '../src/metrics.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe('health of a worker', () => {
  let test: TestContext
  let context: Context
  let metrics: Metrics
  let health: Health
  let phase: Phase = 'working'
  let takesJobs = true
  before(async () => {
    test = await openTestContext()
    context = test.context
    metrics = createMetrics(context, { keptMs: 0 })
    health = await listenForHealth(context, { port: 0, metrics, phase: () => phase, isWorking: () => takesJobs })
  })
  after(async () => {
    await health.close()
    await test.close()
  })

  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`${health.url}${path}`, { method })
    return { status: response.status, text: await response.text() }
  }
  /** Samples of a metric by their labels. */
  async function samples(name: string): Promise<Record<string, number>> {
    const { text } = await get('/metrics')
    const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    return Object.fromEntries(
      lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }

  async function publish(status: string): Promise<void> {
    const { organizationId, defaultProfileId } = await createOrganization(context, { name: status })
    const ids = [randomUUIDv7(), organizationId, defaultProfileId, randomUUIDv7()]
    await context.pool.query(
      `insert into external_write (kind, id, organization_id, profile_id, account_id, platform, request_id, status, payload,
        state, created_at, updated_at) values ('publish', $1, $2, $3, $4, 'bluesky', 'r', $5, '{}', '{}', now(), now())`,
      [...ids, status],
    )
  }

  it('is alive, and ready while it takes jobs', async () => {
    expect(await get('/healthz')).to.deep.equal({ status: 200, text: '{"status":"ok"}' })
    for (const [now, queue, status] of [
      ['starting', true, 503],
      ['working', true, 200],
      ['working', false, 503],
      ['stopping', true, 503],
      ['working', true, 200],
    ] as const) {
      phase = now
      takesJobs = queue
      const ready = await get('/readyz')
      expect(ready.status).to.equal(status)
      expect(JSON.parse(ready.text)).to.deep.equal({
        status: status === 200 ? 'ready' : 'unavailable',
        database: true,
        migrations: true,
        queue,
        phase: now,
      })
    }
  })

  it('has nothing else', async () => {
    expect((await get('/')).status).to.equal(404)
    expect((await get('/constructor')).status).to.equal(404)
    expect((await get('/healthz', 'POST')).status).to.equal(405)
    expect((await get('/healthz', 'HEAD')).status).to.equal(200)
  })

  it('reports the queue', async () => {
    const past = new Date(Date.now() - 90_000)
    await addJob(context.db, 'write.run', {}, { runAt: past })
    await addJob(context.db, 'write.run', {})
    await addJob(context.db, 'token.refresh', {}, { runAt: new Date(Date.now() + 3_600_000) })
    await addJob(context.db, 'token.refresh', { dead: true }, { maxAttempts: 1 })
    await addJob(context.db, 'token.refresh', { taken: true })
    await context.pool.query(`update graphile_worker._private_jobs set attempts = 1 where payload::text like '%dead%';
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where payload::text like '%taken%'`)
    expect(await samples('carillon_queue_jobs')).to.deep.equal({
      '{state="due"}': 2,
      '{state="later"}': 1,
      '{state="running"}': 1,
      '{state="failed"}': 1,
      '{state="waiting"}': 0,
    })
    expect((await samples('carillon_queue_oldest_due_seconds'))['']).to.be.within(90, 3_600)
  })

  it('reports writes that are open or unknown', async () => {
    for (const status of ['unknown', 'processing', 'succeeded']) await publish(status)
    expect(await samples('carillon_external_writes')).to.deep.include({
      '{kind="publish",status="accepted"}': 0,
      '{kind="publish",status="processing"}': 1,
      '{kind="publish",status="unknown"}': 1,
      '{kind="post.delete",status="unknown"}': 0,
    })
  })

  it('reports events that wait, deliveries that are due, and endpoints', async () => {
    expect(await samples('carillon_events_waiting')).to.deep.equal({ '': 0 })
    expect(await samples('carillon_webhook_oldest_due_seconds')).to.deep.equal({ '': 0 })
    const { organizationId } = await createOrganization(context, { name: 'Hooks' })
    const about = [randomUUIDv7(), organizationId]
    await context.pool.query(
      `insert into event_outbox (id, organization_id, type, object_type, object_id, sequence, occurred_at, truncated, data)
        values ($1, $2, 'ping', 'ping', 'p', 1, now(), false, '{}')`,
      about,
    )
    for (const [status, dueIn] of [
      ['enabled', '-40 s'],
      ['enabled', '1 hour'],
      ['disabled', '-20 s'],
    ]) {
      const endpointId = randomUUIDv7()
      await context.pool.query(
        `insert into webhook_endpoint (id, organization_id, url, types, header_names, headers, status, secret, created_at,
          updated_at) values ($1, $2, 'https://example.com', '{*}', '{}', '', $3, '', now(), now())`,
        [endpointId, organizationId, status],
      )
      await context.pool.query(
        `insert into webhook_delivery (id, endpoint_id, organization_id, event_id, type, object_type, object_id,
          next_attempt_at, created_at) values ($1, $2, $3, $1, 'ping', 'ping', 'p', now() + $4::interval, now())`,
        [randomUUIDv7(), endpointId, organizationId, dueIn],
      )
    }
    expect(await samples('carillon_events_waiting')).to.deep.equal({ '': 1 })
    expect((await samples('carillon_webhook_oldest_due_seconds'))['']).to.be.within(40, 3_600)
    expect(await samples('carillon_webhook_endpoints')).to.deep.equal({
      '{status="enabled"}': 2,
      '{status="disabled"}': 1,
    })
  })

  it('reports due jobs by task, tokens that should have been refreshed, and the server', async () => {
    expect(await samples('carillon_queue_due_jobs')).to.deep.equal({ '{task="write.run"}': 2 })
    const overdue = (network: number, user: number) => ({ '{servers="network"}': network, '{servers="user"}': user })
    expect(await samples('carillon_tokens_overdue')).to.deep.equal(overdue(0, 0))
    const { organizationId, defaultProfileId } = await createOrganization(context, { name: 'Tokens' })
    for (const [platform, ended] of [
      ['youtube', '6 minutes'],
      ['youtube', '4 minutes'],
      ['bluesky', '6 minutes'],
      ['bluesky', '2 days'],
      // Only its user can renew this one.
      ['facebook', '6 minutes'],
    ]) {
      const id = randomUUIDv7()
      await context.pool.query(
        `insert into account (id, organization_id, profile_id, platform, provider_id, status, scopes, missing_scopes, connected_at,
          updated_at) values ($1, $2, $3, $4, $5, 'connected', '{}', '{}', now(), now())`,
        [id, organizationId, defaultProfileId, platform, id],
      )
      await context.pool.query(
        `insert into credential (account_id, generation, sealed, refreshed_at, expires_at) values ($1, 1, '', now(), now() - $2::interval)`,
        [id, ended],
      )
    }
    expect(await samples('carillon_tokens_overdue')).to.deep.equal(overdue(1, 2))
    expect(await samples('carillon_database_standbys')).to.deep.equal({})
    expect((await samples('carillon_database_timeline'))['']).to.be.at.least(1)
    expect((await samples('carillon_database_connections'))['{state="idle"}']).to.be.at.least(1)
    expect(await samples('carillon_database_waiting')).to.deep.equal({ '': 0 })
  })

  it('measures calls to networks by network, operation and outcome, and writes from when they were due', async () => {
    context.durations.observe('network_call', ['youtube', 'videos.insert', '2xx'], 0.2)
    context.durations.observe('network_call', ['youtube', 'videos.insert', 'timeout'], 30)
    context.durations.observe('write', ['publish', 'youtube', 'succeeded'], 299)
    expect(await samples('carillon_network_call_duration_seconds_count')).to.deep.equal({
      '{network="youtube",operation="videos.insert",outcome="2xx"}': 1,
      '{network="youtube",operation="videos.insert",outcome="timeout"}': 1,
    })
    const buckets = await samples('carillon_write_duration_seconds_bucket')
    expect(buckets['{le="300",kind="publish",network="youtube",status="succeeded"}']).to.equal(1)
    expect(buckets['{le="60",kind="publish",network="youtube",status="succeeded"}']).to.equal(0)
  })

  it('has the metrics of the reference, and no other of its own', async () => {
    const { text } = await get('/metrics')
    const served = [...text.matchAll(/^# TYPE (carillon_\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)
    const listed = metricRows().filter(({ processes }) => processes !== 'gateway')
    expect(served).to.have.members(listed.map(({ name, type }) => `${name} ${type}`))
  })

  it('tells what this process has done', async () => {
    metrics.observeJob({ task: 'write.run', outcome: 'done', seconds: 0.1 })
    context.counters.add('writes_ended', ['publish', 'succeeded'])
    context.counters.add('writes_ended', ['publish', 'succeeded'])
    context.counters.add('writes_ended', ['publish', 'unknown'])
    context.counters.add('token_refreshes', ['x', 'expired'])
    expect(await samples('carillon_job_duration_seconds_count')).to.deep.equal({
      '{task="write.run",outcome="done"}': 1,
    })
    const ended = { '{kind="publish",status="succeeded"}': 2, '{kind="publish",status="unknown"}': 1 }
    expect(await samples('carillon_writes_ended_total')).to.deep.equal(ended)
    // Reading counts nothing.
    expect(await samples('carillon_writes_ended_total')).to.deep.equal(ended)
    expect(await samples('carillon_token_refreshes_total')).to.deep.equal({
      '{network="x",outcome="expired"}': 1,
    })
    expect(await samples('process_cpu_seconds_total')).to.have.all.keys('')
  })

  it('tells that the database is gone, and leaves out what it cannot know', async () => {
    expect(await samples('carillon_database_up')).to.deep.equal({ '': 1 })
    await context.close()
    expect((await get('/healthz')).status).to.equal(200)
    expect((await get('/readyz')).status).to.equal(503)
    expect(await samples('carillon_database_up')).to.deep.equal({ '': 0 })
    for (const name of [
      ...['carillon_queue_jobs', 'carillon_queue_oldest_due_seconds', 'carillon_external_writes'],
      ...['carillon_events_waiting', 'carillon_webhook_oldest_due_seconds', 'carillon_webhook_endpoints'],
    ]) {
      expect(await samples(name), name).to.deep.equal({})
    }
  })
})
