import { setTimeout as sleep } from 'node:timers/promises'
import { deleteAccounts } from '@carillon/database'
import type { Schedule } from '@carillon/domain'
import { expect } from 'chai'
import { scheduleCheckpoints } from '../../src/context.ts'
import { noteRestore } from '../../src/index.ts'
import { listSchedules } from '../../src/operator/schedules.ts'
import { applyZoneRules } from '../../src/schedules/apply-zone-rules.ts'
import { takeDueSchedules } from '../../src/schedules/take-due.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

const signal = new AbortController().signal
const day = 24 * hour

describe('schedules', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
  })
  afterEach(() => own.close())

  for (const place of scheduleCheckpoints) {
    it(`become one publish if the process dies at ${place}`, async () => {
      const { scheduleId } = await own.create(minute)
      const dying = await own.harness.another({
        ...own.harness.overrides,
        now: () => new Date(own.clock.at),
        checkpoint(name) {
          if (name === place) throw new Error('dead')
        },
      })
      own.clock.at += minute
      await takeDueSchedules(dying, signal).catch(() => {})
      await own.take()
      await own.run(await own.get(scheduleId))
      expect(own.network.posts).to.have.length(1)
      const { rows } = await own.harness.context.pool.query('select id from external_write')
      expect(rows).to.have.length(1)
    })
  }

  it('count against the budget of the day on which they are due, which a move and a cancellation give back', async () => {
    const grant = await own.keyOf({ publishesPerDay: 1 })
    const first = await own.create(day, {}, { grant })
    const publishAt = new Date(own.clock.at + day + hour).toISOString()
    const post = { platform: 'bluesky', accountId: own.account.id, text: 'Second' }
    const second = () => own.ask('schedules.create', { body: { publishAt, post }, grant })
    expect(await rejection(second())).to.include({ code: 'budget_exhausted' })
    const params = { scheduleId: first.scheduleId }
    const later = new Date(own.clock.at + 2 * day).toISOString()
    await own.ask('schedules.update', { params, body: { publishAt: later }, grant })
    const { scheduleId } = await second()
    const earlier = own.ask('schedules.update', { params, body: { publishAt }, grant })
    expect(await rejection(earlier)).to.include({ code: 'budget_exhausted' })
    await own.ask('schedules.cancel', { params: { scheduleId }, grant })
    expect(await own.ask('schedules.update', { params, body: { publishAt }, grant })).to.include({
      status: 'scheduled',
    })
  })

  it('that two requests release at the same moment, with the same id, are the publish of one of them', async () => {
    const { scheduleId } = await own.create(day)
    const both = Promise.withResolvers<void>()
    let arrived = 0
    const racing = await own.harness.another({
      ...own.harness.overrides,
      now: () => new Date(own.clock.at),
      checkpoint(name) {
        if (name === 'schedule.due' && ++arrived === 2) both.resolve()
        return name === 'schedule.due' ? both.promise : undefined
      },
    })
    const { organizationId } = own.harness
    const release = async () => {
      const reported: (string | null)[] = []
      const reportPublish = (id: string | null) => void reported.push(id)
      const asked = {
        scope: { organizationId, profileId: null },
        params: { scheduleId },
        grant: own.grant,
        reportPublish,
      }
      await ask(racing, 'schedules.release', asked).catch(() => {})
      return reported
    }
    const reported = await Promise.all([release(), release()])
    const { publishId } = await own.get(scheduleId)
    expect(reported).to.have.deep.members([[publishId], [publishId, null]])
  })

  it('that move to another day wait for none that moves the other way', async () => {
    const grant = await own.keyOf({ publishesPerDay: 2 })
    const [first, second] = [await own.create(day, {}, { grant }), await own.create(2 * day, {}, { grant })]
    const { pool } = own.harness.context
    const client = await pool.connect()
    const hold = ({ publishAt }: Schedule) =>
      client.query('select from key_budget_use where day = $1 for update', [publishAt.instant.slice(0, 10)])
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await client.query('begin')
    await hold(first)
    const body = { publishAt: first.publishAt.instant }
    const moved = own.ask('schedules.update', { params: { scheduleId: second.scheduleId }, body, grant })
    const ended = moved.then(({ publishAt }) => publishAt.instant, String)
    while ((await pool.query(blocked)).rowCount === 0) await sleep(20)
    await hold(second)
    await client.query('commit')
    client.release()
    expect(await ended).to.equal(first.publishAt.instant)
  })

  it('give the budget of the day of their release back if nothing was sent', async () => {
    const grant = await own.keyOf({ publishesPerDay: 2 })
    const beforeMidnight = 12 * hour - 5 * minute
    const { scheduleId } = await own.create(beforeMidnight, { onLate: { afterMinutes: 1 } }, { grant })
    own.clock.at += beforeMidnight + 2 * minute
    await own.take()
    own.clock.at += 10 * minute
    const released = await own.ask('schedules.release', { params: { scheduleId }, grant })
    const { pool } = own.harness.context
    const used = async () => (await pool.query('select day::text, used from key_budget_use where used > 0')).rows
    expect(await used()).to.deep.equal([{ day: '2026-03-02', used: 1 }])
    await deleteAccounts(own.harness.context.db, [own.account.id])
    expect(await own.run(released)).to.include({ status: 'failed' })
    expect(await used()).to.deep.equal([])
  })

  it('count against the budget of a key that writes another post into them or releases them, not of the one before', async () => {
    const [first, none, one] = [
      await own.keyOf({ publishesPerDay: 1 }),
      await own.keyOf({ publishesPerDay: 0 }),
      await own.keyOf({ publishesPerDay: 1 }),
    ]
    const { scheduleId } = await own.create(day, {}, { grant: first })
    const params = { scheduleId }
    const body = { post: { platform: 'bluesky', accountId: own.account.id, text: 'Another one' } }
    const exhausted = { code: 'budget_exhausted' }
    expect(await rejection(own.ask('schedules.update', { params, body, grant: none }))).to.include(exhausted)
    expect(await rejection(own.ask('schedules.release', { params, grant: none }))).to.include(exhausted)
    expect(await own.get(scheduleId)).to.nested.include({ status: 'scheduled', 'post.text': 'Hello' })
    await own.ask('schedules.update', { params, body, grant: one })
    const used = () =>
      own.harness.context.pool
        .query('select key_id as id from key_budget_use where used > 0')
        .then(({ rows }) => rows.map(({ id }) => id))
    expect(await used()).to.deep.equal([one.keyId])
    // It is now the schedule of the key that wrote the post: its budget of today is used up as well.
    await own.create(hour, {}, { grant: one })
    expect(await rejection(own.ask('schedules.release', { params, grant: one }))).to.include(exhausted)
    expect(await own.ask('schedules.release', { params, grant: first })).to.not.include({ status: 'scheduled' })
  })

  it('count against a budget that their key has got since they were created', async () => {
    const before = await own.keyOf({})
    const [first, second] = [await own.create(day, {}, { grant: before }), await own.create(day, {}, { grant: before })]
    const grant = { ...before, budgets: { publishesPerDay: 1 } }
    const { pool } = own.harness.context
    await pool.query('update api_key set budgets = $2::jsonb where id = $1', [
      grant.keyId,
      JSON.stringify(grant.budgets),
    ])
    await own.ask('schedules.release', { params: { scheduleId: first.scheduleId }, grant })
    const again = own.ask('schedules.release', { params: { scheduleId: second.scheduleId }, grant })
    expect(await rejection(again)).to.include({ code: 'budget_exhausted' })
  })

  it('are not stored after X-Publish-Before, and found by their request id if they are', async () => {
    const requestId = 'order-17'
    const find = async () => bodyOf(await ask(own.harness.context, 'schedules.list', { scope, query: { requestId } }))
    const scope = { organizationId: own.harness.organizationId, profileId: null }
    const create = (before: string) => own.create(day, {}, { requestId, headers: { 'x-publish-before': before } })
    expect(await rejection(create('2020-01-01T00:00:00Z'))).to.include({ code: 'deadline_passed' })
    expect((await find()).schedules).to.deep.equal([])
    const { scheduleId } = await create('2100-01-01T00:00:00Z')
    expect((await find()).schedules).to.have.nested.property('[0].scheduleId', scheduleId)
  })

  it('that were due before a restore are held, and listed for the operator', async () => {
    const { context } = own.harness
    const [due, later] = [await own.create(minute), await own.create(2 * hour)]
    const since = new Date(own.clock.at).toISOString()
    own.clock.at += hour
    expect(await noteRestore(context, { since })).to.include({ schedules: 1 })
    expect((await own.get(due.scheduleId)).problem).to.include({ code: 'restored' })
    expect(await own.get(later.scheduleId)).to.include({ status: 'scheduled' })
    expect((await listSchedules(context, {})).map(({ scheduleId }) => scheduleId)).to.deep.equal([due.scheduleId])
  })

  it('move when the rules of their zone have changed, and say so; older rules change nothing', async () => {
    const { context } = own.harness
    const publishAt = { local: '2026-06-01T18:00', timeZone: 'Europe/Berlin' }
    const { scheduleId } = await own.create(day, { publishAt })
    const resolve = () => ({ instant: new Date('2026-06-01T17:00:00Z'), note: null })
    expect(await applyZoneRules(context, signal, { rules: '2020a', resolve })).to.equal(0)
    expect(await applyZoneRules(context, signal, { rules: '2099a', resolve })).to.equal(1)
    const moved = await own.get(scheduleId)
    expect(moved.publishAt).to.deep.include({ ...publishAt, instant: '2026-06-01T17:00:00.000Z' })
    expect(moved.publishAt.note).to.match(/2026-06-01T16:00:00.000Z and is now due at 2026-06-01T17:00:00.000Z/)
    expect(moved.problem).to.include({ code: 'time_zone_changed' })
    expect((await own.events()).map(({ type }) => type)).to.include('schedule.at_risk')
    expect(await applyZoneRules(context, signal, { rules: '2099a', resolve })).to.equal(0)
  })

  it('move by new rules also to a day whose budget is used up, and one that cannot be computed delays no other', async () => {
    const { context } = own.harness
    const grant = await own.keyOf({ publishesPerDay: 1 })
    const at = (local: string, timeZone = 'Europe/Berlin') =>
      own.create(0, { publishAt: { local, timeZone } }, { grant })
    const moving = await at('2026-06-02T01:30')
    await at('2026-06-02T18:00')
    const failing = await own.create(0, { publishAt: { local: '2026-06-03T18:00', timeZone: 'Asia/Tokyo' } })
    const resolve = (local: string, timeZone: string) => {
      if (timeZone === 'Asia/Tokyo') throw new RangeError('no such zone')
      return { instant: new Date(`${local}:00Z`), note: null }
    }
    expect(await applyZoneRules(context, signal, { rules: '2099a', resolve })).to.equal(2)
    expect((await own.get(moving.scheduleId)).publishAt.instant).to.equal('2026-06-02T01:30:00.000Z')
    expect((await own.get(failing.scheduleId)).publishAt.instant).to.equal(failing.publishAt.instant)
  })
})
