import { expect } from 'chai'
import fc from 'fast-check'
import { type SlotPlan, type SlotTime, slotTimes, weekdays } from '../../src/index.ts'

const minute = 60_000
const day = 86_400_000
const now = new Date('2026-03-26T12:00:00Z')

function first(plan: SlotPlan, count: number, from = now): SlotTime[] {
  const found: SlotTime[] = []
  for (const time of slotTimes(plan, from)) {
    if (found.push(time) === count) break
  }
  return found
}
const instants = (plan: SlotPlan, count: number, from = now) =>
  first(plan, count, from).map(({ instant }) => instant.toISOString())

describe('the slots of a week', () => {
  it('follow each other in their zone, also over the week and over a change of the clocks', () => {
    const slots = [
      { weekday: 'sunday', time: '18:00' },
      { weekday: 'thursday', time: '18:00' },
      { weekday: 'thursday', time: '09:00' },
    ] as const
    expect(instants({ timeZone: 'Europe/Berlin', slots }, 4)).to.deep.equal([
      '2026-03-26T17:00:00.000Z',
      '2026-03-29T16:00:00.000Z',
      '2026-04-02T07:00:00.000Z',
      '2026-04-02T16:00:00.000Z',
    ])
  })

  it('that clocks skip are at the first time after it, and those that they show twice at the first, with a note', () => {
    const plan = { timeZone: 'Europe/Berlin', slots: [{ weekday: 'sunday', time: '02:30' }] } as const
    const [skipped] = first(plan, 1)
    expect(skipped).to.deep.include({ local: '2026-03-29T02:30', instant: new Date('2026-03-29T01:00:00Z') })
    expect(skipped?.note).to.match(/skip 02:30/)
    const [twice] = first(plan, 1, new Date('2026-10-23T12:00:00Z'))
    expect(twice).to.deep.include({ local: '2026-10-25T02:30', instant: new Date('2026-10-25T00:30:00Z') })
    expect(twice?.note).to.match(/show 02:30 twice/)
  })

  it('of yesterday are today if clocks skip the end of the day', () => {
    // In Nuuk, clocks went from 23:00 on Saturday to 0:00 on Sunday.
    const plan = { timeZone: 'America/Nuuk', slots: [{ weekday: 'saturday', time: '23:30' }] } as const
    expect(instants(plan, 1, new Date('2024-03-31T00:59:00Z'))).to.deep.equal(['2024-03-31T01:00:00.000Z'])
  })

  it('are from one minute to one year ahead', () => {
    const plan = { timeZone: 'UTC', slots: [{ weekday: 'thursday', time: '12:01' }] } as const
    expect(instants(plan, 1)).to.deep.equal(['2026-03-26T12:01:00.000Z'])
    expect(instants(plan, 1, new Date(now.getTime() + 1))).to.deep.equal(['2026-04-02T12:01:00.000Z'])
    expect([...slotTimes(plan, now)]).to.have.length(53)
    expect([...slotTimes({ ...plan, slots: [] }, now)]).to.deep.equal([])
  })

  it('are those that clocks show, in order, for any weeks and zones', () => {
    const slot = fc.record({
      weekday: fc.constantFrom(...weekdays),
      time: fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':')),
    })
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const from = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }).map((at) => new Date(at))
    const plans = fc.uniqueArray(slot, { minLength: 1, maxLength: 20, selector: JSON.stringify })
    fc.assert(
      fc.property(plans, zones, from, (slots, timeZone, start) => {
        const shown = new Intl.DateTimeFormat('en-US', {
          ...{ timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
        })
        let before = start.getTime() + minute - 1
        for (const { instant, note } of first({ timeZone, slots }, 40, start)) {
          expect(instant.getTime()).to.be.at.least(before)
          before = instant.getTime()
          if (note?.includes('skip')) continue
          const parts = Object.fromEntries(shown.formatToParts(instant).map(({ type, value }) => [type, value]))
          const weekday = weekdays.find((each) => each === parts['weekday']?.toLowerCase())
          expect(slots).to.deep.include({ weekday, time: `${parts['hour']}:${parts['minute']}` })
        }
        // Nine days have each slot of a week, wherever they begin and whatever clocks do.
        const times = new Set<string>()
        for (const { instant, local } of slotTimes({ timeZone, slots }, start)) {
          if (instant.getTime() > start.getTime() + 9 * day) break
          times.add(local.slice(11))
        }
        expect(times).to.deep.equal(new Set(slots.map(({ time }) => time)))
      }),
      { numRuns: 200 },
    )
  })
})
