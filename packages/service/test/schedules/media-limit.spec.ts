import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, lockScheduledBytes, transaction } from '@carillon/database'
import type { Schedule } from '@carillon/domain'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { sweepMedia } from '../../src/publishing/media/sweep-media.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { grey } from '../publishing/image.ts'
import { received } from '../publishing/upload.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

/** An image that Bluesky takes as it is. */
const image = grey({ width: 40, height: 30 })
const other = grey({ width: 41, height: 30 })
const size = image.length
const day = 24 * hour

describe('media of scheduled and held posts', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling(undefined, {}, { SCHEDULE_BYTES_PER_ORGANIZATION: String(2 * size) })
  })
  afterEach(() => own.close())

  const files = async () => (await readdir(join(own.harness.dir, 'media')).catch((): string[] => [])).sort()
  const post = async (...images: Buffer[]) => ({
    ...{ platform: 'bluesky', accountId: own.account.id, text: 'look' },
    images: await Promise.all(images.map((bytes) => received(own.harness, bytes))),
  })
  const schedule = async (inMs = day) => own.create(inMs, { post: await post(image) })
  const change = async ({ scheduleId }: Schedule, body: object) =>
    own.ask('schedules.update', { params: { scheduleId }, body })
  const of = ({ scheduleId }: Schedule) => ({ params: { scheduleId } })
  const used = (organizationId = own.harness.organizationId) =>
    transaction(own.harness.context.db, (tx) => lockScheduledBytes(tx, { organizationId, exceptId: organizationId }))
  const exceeded = { code: 'upload_quota_exceeded', status: 413 }

  it('are rejected beyond the limit with what is used, and leave no file', async () => {
    await schedule()
    await schedule()
    const before = await files()
    const error = await rejection(schedule())
    expect(error).to.include(exceeded)
    expect(error).to.have.property(
      'message',
      `The media of the other scheduled and held posts of the organization have ${2 * size} bytes, and ${2 * size} is the maximum: this post, with media of ${size} bytes, does not fit. Cancel some schedules, or wait until some are published.`,
    )
    expect(await files()).to.deep.equal(before)
    expect(await own.create(day)).to.include({ status: 'scheduled' })
    const another = await createOrganization(own.harness.context, { name: 'Another' })
    expect(await used(another.organizationId)).to.equal(0)
  })

  it('count while their schedule is scheduled or held, not when it is cancelled, published or purged', async () => {
    const [cancelled, published] = [await schedule(), await schedule(2 * minute)]
    expect(await used()).to.equal(2 * size)
    await own.ask('schedules.cancel', of(cancelled))
    expect(await used()).to.equal(size)
    own.clock.at += 2 * minute
    await own.take()
    expect((await own.get(published.scheduleId)).status).to.equal('taken')
    expect(await used()).to.equal(0)
    await own.run(await own.get(published.scheduleId))
    expect((await own.get(published.scheduleId)).status).to.equal('published')
    const late = await schedule(minute)
    own.clock.at += 3 * hour
    await own.take()
    expect((await own.get(late.scheduleId)).status).to.equal('held')
    expect(await used()).to.equal(size)
    own.clock.at += 2 * day
    await sweepMedia(own.harness.context)
    expect([await used(), (await files()).length]).to.deep.equal([size, 1])
    await schedule()
    expect(await rejection(schedule())).to.include(exceeded)
    await own.ask('schedules.release', of(late))
    expect(await used()).to.equal(size)
    await schedule()
    expect(await rejection(schedule())).to.include(exceeded)
  })

  it('are deleted when their schedule is cancelled, and only those', async () => {
    const first = await schedule()
    const before = await files()
    const second = await schedule()
    await own.ask('schedules.cancel', of(second))
    expect(await files()).to.deep.equal(before)
    const { rows } = await own.harness.context.pool.query('select schedule_id as of from media_file')
    expect(rows).to.deep.equal([{ of: first.scheduleId }])
    expect((await own.get(second.scheduleId)).post).to.nested.include({ 'images[0].bytes': size })
  })

  it('count as they are after a change, which is rejected only if they become larger', async () => {
    const [first, second] = [await schedule(), await schedule()]
    const before = await files()
    expect(await rejection(change(first, { post: await post(image, other) }))).to.include(exceeded)
    expect(await own.get(first.scheduleId)).to.deep.equal(first)
    expect(await files()).to.deep.equal(before)
    await change(first, { post: await post(image) })
    await change(second, { publishAt: new Date(own.clock.at + 2 * day).toISOString() })
    expect(await used()).to.equal(2 * size)
    await change(second, { post: await post() })
    expect(await used()).to.equal(size)
    await schedule()
    expect(await rejection(change(second, { post: await post(image) }))).to.include(exceeded)
    expect((await files()).length).to.equal(2)
  })

  it('may stay as large as they are under a limit that was set to less', async () => {
    const first = await schedule()
    const { config } = own.harness.context
    const gateway = { ...config.gateway, scheduleBytesPerOrganization: 1 }
    const context = await own.harness.another(own.harness.overrides, { gateway })
    const scope = { organizationId: own.harness.organizationId, profileId: null }
    const asked = { ...of(first), scope, grant: own.grant, body: { post: { ...(await post(image)), text: 'changed' } } }
    expect(bodyOf(await ask(context, 'schedules.update', asked))).to.nested.include({ 'post.text': 'changed' })
  })

  it('of two simultaneous posts on two gateways of which one fits, one is stored', async () => {
    await schedule()
    const [{ context, organizationId }, own2] = [own.harness, await own.harness.another()]
    const scope = { organizationId, profileId: null }
    const publishAt = new Date(own.clock.at + day).toISOString()
    const client = await context.pool.connect()
    await client.query('begin')
    // Until then, the bytes can be counted, and no schedule can be stored.
    await client.query('lock table schedule in share mode')
    let ended = 0
    const creations = [context, own2].map(async (each) => {
      const body = { publishAt, post: await post(image) }
      const result = await ask(each, 'schedules.create', { scope, grant: own.grant, body }).then(() => 'stored', Object)
      ended++
      return result
    })
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while (ended + ((await context.pool.query(blocked)).rowCount ?? 0) < 2) await sleep(20)
    await client.query('commit')
    client.release()
    const results = await Promise.all(creations)
    expect(results).to.include('stored')
    expect(results.find((result) => result !== 'stored')).to.include(exceeded)
    expect(await used()).to.equal(2 * size)
    expect((await files()).length).to.equal(2)
  })

  it('are counted by indexes, without reading the files and schedules of others', async () => {
    await schedule()
    const { context, profileId } = own.harness
    const { db, pool } = context
    const { organizationId } = await createOrganization(context, { name: 'Another' })
    await pool.query(
      `insert into schedule (id, organization_id, profile_id, account_id, platform, request_id, status, due_at,
          late_minutes, late_then, payload, items, created_at, updated_at)
        select gen_random_uuid(), $1, $2, $3, 'bluesky', 'test', 'scheduled', now(), 60, 'hold', '{}', 1, now(), now()
        from generate_series(1, 1000)`,
      [organizationId, profileId, own.account.id],
    )
    await pool.query(
      `insert into media_file (id, organization_id, schedule_id, content_type, bytes, sha256, created_at)
        select gen_random_uuid(), organization_id, id, 'image/png', 1, '', now() from schedule where organization_id = $1`,
      [organizationId],
    )
    await pool.query('analyze schedule, media_file')
    // Rows that the connection has read from the two tables, in earlier transactions as well.
    const read = async (tx: Db) => {
      const [row] = await tx.query<{ rows: number }>(
        `select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
          where relname in ('schedule', 'media_file')`,
        [],
      )
      return row?.rows ?? 0
    }
    const [bytes, rows] = await transaction(db, async (tx) => {
      const before = await read(tx)
      const counted = { organizationId: own.harness.organizationId, exceptId: profileId }
      return [await lockScheduledBytes(tx, counted), (await read(tx)) - before]
    })
    expect(bytes).to.equal(size)
    expect(rows).to.be.within(1, 2)
  })
})
