import { expect } from 'chai'
import { createDatabaseClock } from '../../src/process-state/database-clock.ts'

const hour = 3_600_000

describe('the clock that follows that of the database', () => {
  /** The true time, by how much the machine's clock is ahead, and for how long the machine has run. */
  let [truth, aheadMs, suspendedMs] = [0, 0, 0]
  let reads: (() => void | Promise<void>)[] = []
  let count = 0
  let lines: string[] = []
  const pass = (ms: number) => {
    truth += ms
  }
  const settled = () => new Promise((done) => setImmediate(done))

  beforeEach(() => {
    truth = Date.parse('2026-03-01T12:00:00Z')
    aheadMs = 0
    suspendedMs = 0
    reads = []
    count = 0
    lines = []
  })

  const start = () =>
    createDatabaseClock({
      async read() {
        count++
        await reads.shift()?.()
        return new Date(truth)
      },
      log: {
        info: (_fields, message) => void lines.push(message),
        warn: (fields, message) => void lines.push(`${message}: ${Reflect.get(fields, 'detail')}`),
      },
      machine: { wall: () => truth + aheadMs, monotonic: () => truth - suspendedMs },
    })
  const errorOf = ({ now }: { now(): Date }) => now().getTime() - truth

  it('is that of the machine until it follows', async () => {
    aheadMs = hour
    const clock = start()
    expect(errorOf(clock)).to.equal(hour)
    expect(count).to.equal(0)
    await clock.follow()
    expect(errorOf(clock)).to.equal(0)
  })

  for (const [name, ms] of [
    ['ahead', hour],
    ['behind', -hour],
  ] as const) {
    it(`is right on a machine whose clock is an hour ${name}, and after it was set right`, async () => {
      aheadMs = ms
      const clock = start()
      await clock.follow()
      pass(20_000)
      expect(errorOf(clock)).to.equal(0)
      aheadMs = 0
      clock.now()
      await settled()
      expect(errorOf(clock)).to.equal(0)
    })
  }

  it('tells how far the clocks are apart, and when they agree again', async () => {
    const clock = start()
    await clock.follow()
    for (const ms of [hour, -hour, 0]) {
      aheadMs = ms
      pass(61_000)
      clock.now()
      await settled()
    }
    const differs = (how: string) =>
      `clock differs from that of the database, which is used: The clock of the machine is 3600 s ${how} that of the database. Set the wrong one by NTP.`
    expect(lines).to.deep.equal([
      differs('ahead of'),
      differs('behind'),
      'clock agrees with that of the database again',
    ])
  })

  it('does not go back with a clock that is put back, and notices one that is put forward', async () => {
    const clock = start()
    await clock.follow()
    pass(20_000)
    aheadMs = -hour
    expect(errorOf(clock)).to.equal(0)
    await settled()
    expect(errorOf(clock)).to.equal(0)
    pass(20_000)
    aheadMs = hour
    clock.now()
    await settled()
    expect(errorOf(clock)).to.equal(0)
  })

  it('is right at once on a machine that was suspended', async () => {
    const clock = start()
    await clock.follow()
    suspendedMs = hour
    pass(hour)
    expect(errorOf(clock)).to.equal(0)
  })

  it('does not move for a response that takes long', async () => {
    const clock = start()
    await clock.follow()
    reads.push(() => pass(8_000))
    pass(61_000)
    clock.now()
    await settled()
    expect(count).to.equal(2)
    expect(errorOf(clock)).to.equal(0)
  })

  it('compares again each minute, and soon after a comparison that failed', async () => {
    const clock = start()
    const comparisonsAfter = async (ms: number) => {
      pass(ms)
      clock.now()
      clock.now()
      await settled()
      return count
    }
    await clock.follow()
    expect(await comparisonsAfter(59_000)).to.equal(1)
    reads.push(() => Promise.reject(new Error('no connection')))
    expect(await comparisonsAfter(2_000)).to.equal(2)
    expect(await comparisonsAfter(500)).to.equal(2)
    expect(await comparisonsAfter(600)).to.equal(3)
  })
})
