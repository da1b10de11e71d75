import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deleteAccounts, readSchedule, setAccountStatus } from '@carillon/database'
import type { LateAction, Schedule } from '@carillon/domain'
import { StagedBlob, writeStream } from '@carillon/media'
import { expect } from 'chai'
import { deleteKey } from '../../src/index.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { startSchedule } from '../../src/schedules/start-schedule.ts'
import { takeDueSchedules } from '../../src/schedules/take-due.ts'
import { ask, bodyOf } from '../ask.ts'
import type { CallOutcome } from '../fake-network.ts'
import { grey } from '../publishing/image.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

describe('a schedule that is due', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
  })
  afterEach(() => own.close())

  const setStatus = async (status: 'connected' | 'expired') => {
    const at = new Date(own.clock.at)
    await setAccountStatus(own.harness.context.db, own.account.id, { status, at })
  }
  const typesOf = async (id: string) =>
    (await own.events()).filter(({ objectId }) => objectId === id).map(({ type }) => type)

  it('is taken at its time and not before, and becomes a publish that is due at its time', async () => {
    const schedule = await own.create(10 * minute)
    own.clock.at += 10 * minute - 1
    expect(await own.take()).to.equal(0)
    expect(await own.get(schedule.scheduleId)).to.include({ status: 'scheduled', publishId: null })
    own.clock.at += 1
    expect(await own.take()).to.equal(1)
    const taken = await own.get(schedule.scheduleId)
    expect(taken.status).to.equal('taken')
    const write = await own.run(taken)
    expect(write).to.include({ status: 'succeeded', requestId: schedule.requestId, scheduleId: schedule.scheduleId })
    expect(write.dueAt?.toISOString()).to.equal(schedule.publishAt.instant)
    expect(await own.get(schedule.scheduleId)).to.include({ status: 'published', publishId: taken.publishId })
    const { publishId } = taken
    const ofPublish = Object(await own.ask('schedules.list', { query: { publishId: String(publishId) } }))
    expect(ofPublish.schedules.map((one: Schedule) => one.scheduleId)).to.deep.equal([schedule.scheduleId])
    const ofNone = Object(await own.ask('schedules.list', { query: { publishId: schedule.scheduleId } }))
    expect(ofNone.schedules).to.deep.equal([])
    expect(own.network.posts).to.have.length(1)
    expect(await own.take()).to.equal(0)
  })

  it('fails as its publish fails, and is unknown if its outcome is', async () => {
    const [failing, unknown] = [await own.create(minute), await own.create(2 * minute)]
    own.network.moods = ['reject']
    own.clock.at += minute
    await own.take()
    await own.run(await own.get(failing.scheduleId))
    expect(await own.get(failing.scheduleId)).to.include({ status: 'failed' })
    own.clock.at += minute
    await own.take()
    own.network.moods = ['drop-before']
    own.network.reads = ['blind']
    const taken = await own.get(unknown.scheduleId)
    await own.run(taken)
    own.clock.at += hour
    await own.run(taken)
    expect(await own.get(unknown.scheduleId)).to.include({ status: 'unknown' })
  })

  describe('and late', () => {
    it('is held by default, with an event, and is published by a release', async () => {
      const { scheduleId } = await own.create(minute)
      own.clock.at += minute + hour + 1
      await own.take()
      const held = await own.get(scheduleId)
      expect(held).to.include({ status: 'held', publishId: null })
      expect(held.problem).to.include({ code: 'late' })
      expect(await typesOf(scheduleId)).to.deep.equal(['schedule.held'])
      const released = await own.ask('schedules.release', { params: { scheduleId } })
      expect(released).to.include({ status: 'taken' })
      expect(await own.run(released)).to.include({ status: 'succeeded' })
    })

    it('is listed after a release with the publishes of that time, from which its duration counts', async () => {
      const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 1, then: 'hold' } })
      own.clock.at += 10 * minute
      await own.take()
      const between = await own.create(minute)
      own.clock.at += minute
      await own.take()
      own.clock.at += minute
      const released = await own.ask('schedules.release', { params: { scheduleId } })
      own.clock.at += 1_000
      await own.run(released)
      const scope = { organizationId: own.harness.organizationId, profileId: null }
      const { publishes } = bodyOf(await ask(own.harness.context, 'publishes.list', { scope, query: {} }))
      const ids = publishes.map((publish: { publishId: string }) => publish.publishId)
      expect(ids).to.deep.equal([released.publishId, (await own.get(between.scheduleId)).publishId])
      expect(publishes[0]).to.include({ status: 'published', durationMs: 1_000 })
    })

    it('is published within its minutes, and later if its rule says so', async () => {
      const [within, after] = [
        await own.create(minute),
        await own.create(minute, { onLate: { afterMinutes: 1, then: 'publish' } }),
      ]
      own.clock.at += minute + hour
      await own.take()
      for (const { scheduleId } of [within, after]) {
        const taken = await own.get(scheduleId)
        expect(taken).to.include({ status: 'taken' })
        expect(await own.run(taken)).to.include({ status: 'succeeded' })
      }
    })

    it('is published days later if its rule says so', async () => {
      const { scheduleId } = await own.create(minute, { onLate: { then: 'publish' } })
      own.clock.at += 50 * hour
      await own.take()
      expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    })

    it('is judged when it is taken: its process may have been stopped since it read what is due', async () => {
      const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 5, then: 'fail' } })
      own.clock.at += minute
      const databaseNow = async () => {
        const read = new Date(own.clock.at)
        own.clock.at += 10 * minute
        return read
      }
      await takeDueSchedules({ ...own.harness.context, databaseNow }, new AbortController().signal)
      expect(await own.get(scheduleId)).to.include({ status: 'failed', publishId: null })
    })

    describe('only when its publish would make its call', () => {
      /** A schedule that was taken at its time, and whose publish makes its call ten minutes later. */
      async function calledLate(
        then: LateAction,
        { first, images }: { first?: CallOutcome; images?: object[] } = {},
      ): Promise<string> {
        const post = { platform: 'bluesky', accountId: own.account.id, text: 'Hello', ...(images && { images }) }
        const { scheduleId } = await own.create(minute, { post, onLate: { afterMinutes: 5, then } })
        own.clock.at += minute
        await own.take()
        const { publishId } = await own.get(scheduleId)
        if (first) {
          own.network.moods = [first]
          await runPublish(publishId)
        }
        own.clock.at += 10 * minute
        await runPublish(publishId)
        return scheduleId
      }
      const runPublish = (publishId: string | null) =>
        runWrite(own.harness.context, { writeId: String(publishId), signal: new AbortController().signal })

      it('is held, and is published by a release, however late', async () => {
        const scheduleId = await calledLate('hold')
        const held = await own.get(scheduleId)
        expect(held).to.include({ status: 'held', publishId: null })
        expect(held.problem).to.include({ code: 'late' })
        expect(await typesOf(scheduleId)).to.deep.equal(['schedule.held'])
        expect(own.network.commits).to.equal(0)
        const released = await own.ask('schedules.release', { params: { scheduleId } })
        own.clock.at += 10 * minute
        expect(await own.run(released)).to.include({ status: 'succeeded' })
        expect(own.network.posts).to.have.length(1)
      })

      it('is published if it was released before it was taken, although a start was planned', async () => {
        const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 5, then: 'hold' } })
        await own.harness.context.pool.query('update schedule set start_at = due_at')
        own.clock.at += 10 * minute
        const released = await own.ask('schedules.release', { params: { scheduleId } })
        expect(await own.run(released)).to.include({ status: 'succeeded' })
      })

      it('keeps its media files while it is held, and is published with them', async () => {
        const image = grey({ width: 40, height: 30 })
        const { port } = own.network
        const { commit } = port
        let posted: Buffer | undefined
        port.commit = async (call, ...rest) => {
          posted = await buffer(call.input.images?.[0]?.source.open() ?? Readable.from([]))
          return commit(call, ...rest)
        }
        const stored = await writeStream(own.harness.context.media, Readable.from([image]))
        const images = [{ content_type: 'image/png', base64: StagedBlob.ofBytes(stored) }]
        const scheduleId = await calledLate('hold', { images })
        expect(await own.get(scheduleId)).to.include({ status: 'held' })
        const released = await own.ask('schedules.release', { params: { scheduleId } })
        expect(await own.run(released)).to.include({ status: 'succeeded' })
        expect(posted?.equals(image)).to.equal(true)
      })

      it('fails, and gives its budget back', async () => {
        const { keyId } = await own.keyOf({ publishesPerDay: 1 })
        Object.assign(own.grant, { keyId, budgets: { publishesPerDay: 1 } })
        const scheduleId = await calledLate('fail')
        expect(await own.get(scheduleId)).to.include({ status: 'failed', publishId: null })
        expect(await typesOf(scheduleId)).to.deep.equal(['schedule.at_risk'])
        expect(own.network.commits).to.equal(0)
        const used = await own.harness.context.pool.query('select used from key_budget_use where key_id = $1', [keyId])
        expect(used.rows).to.deep.equal([{ used: 0 }])
      })

      it('is published if its rule says so', async () => {
        expect(await own.get(await calledLate('publish'))).to.include({ status: 'published' })
      })

      it('is held after a call that did not reach the network', async () => {
        expect(await own.get(await calledLate('hold', { first: 'unreachable' }))).to.include({ status: 'held' })
        expect(own.network.posts).to.have.length(0)
      })
    })

    it('fails if its rule says so, with an event', async () => {
      const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 5, then: 'fail' } })
      own.clock.at += 6 * minute + 1
      await own.take()
      expect(await own.get(scheduleId)).to.deep.include({ status: 'failed', publishId: null })
      expect(await typesOf(scheduleId)).to.deep.equal(['schedule.at_risk'])
    })
  })

  it('is held at once when its key is deleted, and goes out when another key releases it', async () => {
    const { scheduleId } = await own.create(hour)
    await deleteKey(own.harness.context, { keyId: own.grant.keyId })
    await own.look()
    expect((await own.get(scheduleId)).problem).to.include({ code: 'key_deleted' })
    const other = await own.keyOf()
    const released = await own.ask('schedules.release', { params: { scheduleId }, grant: other })
    expect(await own.run(released)).to.include({ status: 'succeeded' })
  })

  it('is held if its key was deleted a moment before', async () => {
    const { scheduleId } = await own.create(minute)
    await deleteKey(own.harness.context, { keyId: own.grant.keyId })
    own.clock.at += minute
    await own.take()
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
  })

  it('is held if its key is deleted while it is being taken', async () => {
    const { scheduleId } = await own.create(minute)
    const { context } = own.harness
    own.clock.at += minute
    const row = await readSchedule(context.db, scheduleId)
    if (!row) throw new Error('the schedule is missing')
    await deleteKey(context, { keyId: own.grant.keyId })
    expect(await startSchedule(context, row, { now: new Date(own.clock.at) })).to.equal(undefined)
    await own.take()
    expect(await own.get(scheduleId)).to.include({ status: 'held', publishId: null })
  })

  it('is held while its account has expired, and goes out by itself after a reconnect in time', async () => {
    const { scheduleId } = await own.create(minute)
    await setStatus('expired')
    await own.look()
    expect((await own.get(scheduleId)).problem).to.include({ code: 'connection_expired' })
    own.clock.at += minute
    await own.take()
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
    expect(await typesOf(scheduleId)).to.deep.equal(['schedule.at_risk', 'schedule.held'])
    own.clock.at += 59 * minute
    await setStatus('connected')
    await own.look()
    const taken = await own.get(scheduleId)
    expect(taken).to.include({ status: 'taken', problem: null })
    expect(await own.run(taken)).to.include({ status: 'succeeded' })
  })

  it('waits for its time again if the clock was put back before a reconnect', async () => {
    const { scheduleId } = await own.create(minute)
    await setStatus('expired')
    own.clock.at += minute
    await own.take()
    own.clock.at -= 1
    await setStatus('connected')
    await own.look()
    expect(await own.get(scheduleId)).to.deep.include({ status: 'scheduled', problem: null })
    own.clock.at += 1
    await own.take()
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
  })

  it('stays held after a reconnect that comes too late', async () => {
    const { scheduleId } = await own.create(minute)
    await setStatus('expired')
    own.clock.at += minute
    await own.take()
    own.clock.at += hour + 1
    await setStatus('connected')
    await own.look()
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
    expect(await own.ask('schedules.release', { params: { scheduleId } })).to.include({ status: 'taken' })
  })

  it('is told of a reconnect before it is due', async () => {
    const { scheduleId } = await own.create(hour)
    await setStatus('expired')
    await own.look()
    await setStatus('connected')
    await own.look()
    expect(await own.get(scheduleId)).to.deep.include({ status: 'scheduled', problem: null })
  })

  it('fails when its account is disconnected', async () => {
    const { scheduleId } = await own.create(hour)
    const { context } = own.harness
    await deleteAccounts(context.db, [own.account.id])
    await own.look()
    const taken = await own.get(scheduleId)
    const write = await own.run(taken)
    expect(write.error).to.include({ code: 'account_not_found' })
    expect(await own.get(scheduleId)).to.include({ status: 'failed' })
    expect(own.network.commits).to.equal(0)
  })

  it('goes out after a reconnect only as late as its rule allows, as one that never was held', async () => {
    const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 5, then: 'hold' } })
    await setStatus('expired')
    own.clock.at += minute
    await own.take()
    own.clock.at += minute
    await setStatus('connected')
    await own.look()
    const taken = await own.get(scheduleId)
    expect(taken).to.include({ status: 'taken' })
    own.clock.at += 5 * minute
    await runWrite(own.harness.context, { writeId: String(taken.publishId), signal: new AbortController().signal })
    const held = await own.get(scheduleId)
    expect(held).to.include({ status: 'held', publishId: null })
    expect(held.problem).to.include({ code: 'late' })
    expect(own.network.commits).to.equal(0)
    const released = await own.ask('schedules.release', { params: { scheduleId } })
    own.clock.at += 10 * minute
    expect(await own.run(released)).to.include({ status: 'succeeded' })
  })

  it('is taken once by processes that take at the same moment', async () => {
    const others = [await own.harness.another(), await own.harness.another()]
    const made: Schedule[] = []
    for (let n = 0; n < 30; n++) made.push(await own.create(minute))
    own.clock.at += 2 * minute
    const rows = await Promise.all(made.map(({ scheduleId }) => readSchedule(own.harness.context.db, scheduleId)))
    const now = new Date(own.clock.at)
    await Promise.all(
      [own.harness.context, ...others].flatMap((context) => [
        takeDueSchedules(context, new AbortController().signal),
        ...rows.flatMap((row) => (row ? [startSchedule(context, row, { now })] : [])),
      ]),
    )
    const { rows: writes } = await own.harness.context.pool.query('select schedule_id from external_write')
    expect(new Set(writes.map(({ schedule_id }) => schedule_id)).size).to.equal(30)
    expect(writes).to.have.length(30)
  })
})
