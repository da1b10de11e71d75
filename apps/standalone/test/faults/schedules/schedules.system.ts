import { expect } from 'chai'
import { judgeSchedules, type ScheduleFault, type Seen } from './check-schedules.ts'
import { changesOfClocks, firstInstantOf } from './local-times.ts'
import type { HeldPost } from './network-state.ts'
import type { Planned } from './plan-schedules.ts'
import { runSchedules } from './run-schedules.ts'

const due = Date.parse('2027-03-28T01:00:00Z')
const minute = 60_000
const planned: Planned = {
  ...{ mark: 'no1z', owner: 0, publishAt: { local: '2027-03-28T02:30:00', timeZone: 'Europe/Berlin' }, due },
  ...{ onLate: { afterMinutes: 5, then: 'hold' }, change: 'none', id: 'a' },
}
const seen: Seen = {
  ...{ scheduleId: 'a', status: 'published', problem: null, publishId: 'p' },
  publishAt: { instant: new Date(due).toISOString(), local: null, timeZone: null, note: null },
}
const postAt = (at: number): HeldPost => ({ id: `post-${at}`, text: 'Post no1z', calledAt: at, at })
const late = (afterMs: number) => ({ code: 'late' as const, message: '', at: new Date(due + afterMs).toISOString() })
const held: Partial<Seen> = { status: 'held', publishId: null, problem: late(6 * minute) }

interface Case {
  plan?: Partial<Planned>
  schedule?: Partial<Seen>
  posts?: number[]
  faults: ScheduleFault[]
}

const cases: Record<string, Case> = {
  'published at its time': { faults: [] },
  'published a second too early': { posts: [due - 1_000], faults: ['early'] },
  'released before its time': { plan: { change: 'release', released: true }, posts: [due - 1_000], faults: [] },
  'published twice': { posts: [due, due + 1_000], faults: ['doubled'] },
  'published and not there': { posts: [], faults: ['missed'] },
  'held and there': { schedule: held, faults: ['wrongStatus'] },
  'held since it was late': { schedule: held, posts: [], faults: [] },
  'held before it was late': { schedule: { ...held, problem: late(minute) }, posts: [], faults: ['onLate'] },
  'held that was to fail': {
    plan: { onLate: { afterMinutes: 5, then: 'fail' } },
    ...{ schedule: held, posts: [], faults: ['onLate'] },
  },
  'published late that was to be held': { posts: [due + 8 * minute], faults: ['onLate'] },
  'published late as it was to be': {
    plan: { onLate: { afterMinutes: 5, then: 'publish' } },
    ...{ posts: [due + 8 * minute], faults: [] },
  },
  'still scheduled': { schedule: { status: 'scheduled', publishId: null }, posts: [], faults: ['unfinished'] },
  'unknown and there': { schedule: { status: 'unknown' }, faults: ['wrongStatus', 'wrongStatus'] },
  'cancelled and there': {
    plan: { change: 'cancel', changed: true },
    ...{ schedule: { status: 'cancelled', publishId: null }, faults: ['wrongStatus'] },
  },
  'cancelled in vain': { plan: { change: 'cancel', changed: true }, faults: ['wrongStatus'] },
  'at another time': {
    schedule: { publishAt: { ...seen.publishAt, instant: '2027-03-28T01:30:00.000Z' } },
    faults: ['wrongTime'],
  },
}

describe('schedules of a year', function () {
  this.timeout(900_000)

  for (const [name, { plan, schedule, posts = [due], faults }] of Object.entries(cases)) {
    it(`are judged: one that is ${name}`, () => {
      const verdict = judgeSchedules({
        planned: [{ ...planned, ...plan }],
        seen: new Map([['no1z', [{ ...seen, ...schedule }]]]),
        held: new Map([['no1z', posts.map(postAt)]]),
        taken: new Map(),
      })
      const found = Object.entries(verdict.faults).flatMap(([kind, all]) => all.map(() => kind))
      expect(found).to.deep.equal(faults)
    })
  }

  it('are judged: one that is not listed', () => {
    const verdict = judgeSchedules({ planned: [planned], seen: new Map(), held: new Map(), taken: new Map() })
    expect(verdict.faults.missed).to.have.length(1)
  })

  it('have local times that are skipped, shown twice, or neither', () => {
    const instantOf = (local: string) =>
      new Date(firstInstantOf(Date.parse(`${local}Z`), 'Europe/Berlin')).toISOString()
    expect(instantOf('2026-03-29T02:30:00')).to.equal('2026-03-29T01:00:00.000Z')
    expect(instantOf('2026-10-25T02:30:00')).to.equal('2026-10-25T00:30:00.000Z')
    expect(instantOf('2026-12-24T18:00:00')).to.equal('2026-12-24T17:00:00.000Z')
    const year = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2027-01-01T00:00:00Z')] as const
    expect(changesOfClocks('Europe/Berlin', ...year).map((at) => new Date(at).toISOString())).to.deep.equal([
      '2026-03-29T01:00:00.000Z',
      '2026-10-25T01:00:00.000Z',
    ])
    expect(changesOfClocks('Asia/Tokyo', ...year)).to.deep.equal([])
  })

  // The short version with a fixed seed; `npm run test:faults -- --only schedules` is the long one.
  it('are published once and not too early, while processes die, clocks are wrong and rules of zones change', async () => {
    const result = await runSchedules({
      ...{ seed: 5, schedules: 24, moments: 3, owners: 3, gateways: 1, workers: 2 },
      ...{ kills: 2, outages: 1, pgRestarts: 0, clockChanges: 1, isSkewed: true, networkFaultScale: 1 },
      maxCalmMs: 300_000,
    })
    expect(result.left, JSON.stringify(result)).to.equal(null)
    expect(Object.values(result.faults).flat(), JSON.stringify(result)).to.deep.equal([])
    expect(result.ends['published'], JSON.stringify(result)).to.be.at.least(10)
  })
})
