import type { ProfileSlots, Slot } from '@carillon/domain'
import { expect } from 'chai'
import { rejection } from '../ask.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

const evenings: readonly Slot[] = [
  { weekday: 'wednesday', time: '18:00' },
  { weekday: 'monday', time: '18:00' },
]
const next = { publishAt: { nextSlot: true } }

describe('slots', () => {
  let own: Scheduling
  beforeEach(async () => {
    // A Sunday.
    own = await startScheduling(Date.parse('2026-03-01T12:00:00Z'))
  })
  afterEach(() => own.close())

  const profile = () => ({ profileId: own.account.profileId })
  const slotsOf = async (asked: object) => (await own.ask('slots.get', { params: profile(), ...asked })) as unknown
  const set = async (slots: readonly Slot[] = evenings, timeZone = 'Europe/Berlin') =>
    (await own.ask('slots.replace', { params: profile(), body: { timeZone, slots } })) as unknown as ProfileSlots
  const instantsOf = async (count: number) => {
    const made = await Promise.all(Array.from({ length: count }, () => own.create(0, next)))
    return made.map(({ publishAt }) => publishAt.instant).toSorted()
  }

  it('are kept in the order of the week, with the zone as its database names it', async () => {
    const none = { ...profile(), timeZone: null, slots: [], nextSlot: null }
    expect(await slotsOf({})).to.deep.equal(none)
    expect(await set(evenings, 'europe/berlin')).to.deep.equal({
      ...none,
      timeZone: 'Europe/Berlin',
      slots: evenings.toReversed(),
    })
    expect(await set([], 'UTC')).to.deep.equal({ ...none, timeZone: 'UTC' })
    const unknown = own.ask('slots.replace', { params: profile(), body: { timeZone: 'Mars/Base', slots: [] } })
    expect(await rejection(unknown)).to.deep.include({ code: 'invalid_request' })
  })

  it('are given one after the other, each to one schedule of an account, also to parallel requests', async () => {
    await set()
    const instants = await instantsOf(5)
    expect(instants).to.deep.equal([
      '2026-03-02T17:00:00.000Z',
      '2026-03-04T17:00:00.000Z',
      '2026-03-09T17:00:00.000Z',
      '2026-03-11T17:00:00.000Z',
      '2026-03-16T17:00:00.000Z',
    ])
    const query = { accountId: own.account.id }
    expect(await slotsOf({ query })).to.deep.nested.include({
      'nextSlot.instant': '2026-03-18T17:00:00.000Z',
      'nextSlot.local': '2026-03-18T18:00',
      'nextSlot.timeZone': 'Europe/Berlin',
    })
  })

  it('are free for other accounts of the profile', async () => {
    await set()
    const other = await own.harness.connect({ platform: 'bluesky' })
    const post = { platform: 'bluesky', accountId: other.id, text: 'Hello' }
    const [first, second] = [await own.create(0, next), await own.create(0, { ...next, post })]
    expect(second.publishAt).to.deep.equal(first.publishAt)
  })

  it('are taken by schedules that name the same instant, and free again after a cancellation', async () => {
    await set()
    const named = await own.create(0, { publishAt: '2026-03-02T18:00:00+01:00' })
    expect((await own.create(0, next)).publishAt.instant).to.equal('2026-03-04T17:00:00.000Z')
    await own.ask('schedules.cancel', { params: { scheduleId: named.scheduleId } })
    expect((await own.create(0, next)).publishAt.instant).to.equal('2026-03-02T17:00:00.000Z')
  })

  it('are those of the time at which a schedule is stored, at least a minute ahead', async () => {
    await set()
    own.clock.at = Date.parse('2026-03-02T16:59:00Z')
    expect((await own.create(0, next)).publishAt.instant).to.equal('2026-03-02T17:00:00.000Z')
    own.clock.at += 1
    const { publishAt, status } = await own.create(0, next)
    expect([status, publishAt]).to.deep.equal([
      'scheduled',
      { instant: '2026-03-04T17:00:00.000Z', local: '2026-03-04T18:00', timeZone: 'Europe/Berlin', note: null },
    ])
  })

  it('can be moved to: the slot of the schedule itself counts as free', async () => {
    await set()
    const [first, second] = [await own.create(0, next), await own.create(0, next)]
    const move = (scheduleId: string) => own.ask('schedules.update', { params: { scheduleId }, body: next })
    expect((await move(second.scheduleId)).publishAt).to.deep.equal(second.publishAt)
    await own.ask('schedules.cancel', { params: { scheduleId: first.scheduleId } })
    expect((await move(second.scheduleId)).publishAt).to.deep.equal(first.publishAt)
    const [third, fourth] = [await own.create(hour), await own.create(hour)]
    const moved = await Promise.all([move(third.scheduleId), move(fourth.scheduleId)])
    expect(new Set(moved.map(({ publishAt }) => publishAt.instant)).size).to.equal(2)
  })

  it('count against the budget of their day', async () => {
    await set()
    const grant = await own.keyOf({ publishesPerDay: 1 })
    await own.create(0, next, { grant })
    const publishAt = '2026-03-02T08:00:00Z'
    expect(await rejection(own.create(0, { publishAt }, { grant }))).to.include({ code: 'budget_exhausted' })
    expect((await own.create(0, next, { grant })).publishAt.instant).to.equal('2026-03-04T17:00:00.000Z')
  })

  it('that are missing, or all taken for a year, reject the schedule and leave no file', async () => {
    expect(await rejection(own.create(0, next))).to.include({ code: 'no_free_slot' })
    const { scheduleId } = await own.create(hour)
    const move = own.ask('schedules.update', { params: { scheduleId }, body: next })
    expect(await rejection(move)).to.include({ code: 'no_free_slot' })
    await set([{ weekday: 'monday', time: '18:00' }], 'UTC')
    await own.harness.context.db.query(
      `insert into schedule select (jsonb_populate_record(schedule,
          jsonb_build_object('id', gen_random_uuid(), 'due_at', '2026-03-02T18:00Z'::timestamptz + n * interval '7 days'))).*
        from schedule, generate_series(0, 60) as n where id = $1`,
      [scheduleId],
    )
    expect(await rejection(own.create(0, next))).to.include({ code: 'no_free_slot' })
    expect(await slotsOf({ query: { accountId: own.account.id } })).to.deep.include({ nextSlot: null })
    own.clock.at += minute
    expect(await own.ask('schedules.get', { params: { scheduleId } })).to.include({ status: 'scheduled' })
  })
})
