import { expect } from 'chai'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

/** The seconds after which the network shows what a lost process may have sent, and more. */
const settledMs = 10 * minute

describe('a schedule that a promoted standby has although it was published', () => {
  let own: Scheduling
  /** The times that calls to the network and look-ups at it get as that of the post. */
  let times: { createdAt: Date; startedAt?: Date }[]

  beforeEach(async () => {
    own = await startScheduling()
    times = []
    const { port } = own.network
    const { commit, recover } = port
    port.commit = (call, ...rest) => {
      times.push({ createdAt: call.createdAt })
      return commit(call, ...rest)
    }
    port.recover = async (call, state, open) => {
      times.push({ createdAt: call.createdAt, startedAt: open.startedAt })
      return recover?.(call, state, open) ?? { kind: 'undecidable', reason: 'it is not there' }
    }
  })
  afterEach(() => own.close())

  /** Publishes the schedule, and then loses that it was taken in a failover. */
  async function publishAndForget(scheduleId: string): Promise<void> {
    own.clock.at += minute + 2_000
    await own.take()
    await own.run(await own.get(scheduleId))
    const { pool } = own.harness.context
    await pool.query('delete from external_write')
    await pool.query(`update schedule set status = 'scheduled', write_id = null`)
  }

  async function promote(): Promise<void> {
    const { pool } = own.harness.context
    await pool.query('update database_epoch set raised_at = $1', [new Date(own.clock.at)])
  }

  async function expectFound(scheduleId: string): Promise<void> {
    const taken = await own.get(scheduleId)
    await own.run(taken)
    own.clock.at += settledMs
    expect(await own.run(taken)).to.include({ status: 'succeeded' })
    expect(own.network.commits).to.equal(1)
    expect(times).to.have.length(2)
  }

  it('is found at the network by what was sent', async () => {
    const { scheduleId } = await own.create(minute)
    await publishAndForget(scheduleId)
    own.clock.at += 10_000
    await promote()
    await own.take()
    await expectFound(scheduleId)
    expect(times[1]?.createdAt).to.deep.equal(times[0]?.createdAt)
  })

  it('is found if no process has noticed the promotion, as behind a pooler', async () => {
    const { scheduleId } = await own.create(minute)
    await publishAndForget(scheduleId)
    own.clock.at += 10_000
    await own.harness.context.pool.query('update database_epoch set timeline = timeline + 1')
    await own.take()
    await expectFound(scheduleId)
  })

  it('is looked up from when it was due if it is published more than an hour later', async () => {
    const { scheduleId } = await own.create(minute, { onLate: { then: 'publish' } })
    await publishAndForget(scheduleId)
    own.clock.at += 2 * hour
    await promote()
    await own.take()
    await expectFound(scheduleId)
    expect(times[1]?.startedAt).to.deep.equal(times[0]?.createdAt)
  })

  it('has the same keys at the network if it is released for the second time, whenever that is', async () => {
    const { port } = own.network
    const { begin } = port
    const keys: string[] = []
    port.begin = (start) => {
      keys.push(`${start.now.toISOString()} ${Buffer.from(start.random(8)).toString('hex')}`)
      return begin(start)
    }
    const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 1, then: 'hold' } })
    const { pool } = own.harness.context
    for (const promoted of [false, true]) {
      own.clock.at += 2 * hour
      await own.take()
      if (promoted) await promote()
      await own.ask('schedules.release', { params: { scheduleId } })
      await pool.query('delete from external_write')
      await pool.query(`update schedule set status = 'held', write_id = null`)
    }
    expect(keys).to.have.length(2)
    expect(keys[1]).to.equal(keys[0])
  })

  it('is looked up if it was held after the promotion and then released', async () => {
    const { scheduleId } = await own.create(minute, { onLate: { afterMinutes: 1, then: 'hold' } })
    await publishAndForget(scheduleId)
    await promote()
    own.clock.at += 2 * hour
    await own.take()
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
    await own.ask('schedules.release', { params: { scheduleId } })
    await expectFound(scheduleId)
    expect(times[1]?.startedAt).to.deep.equal(times[0]?.createdAt)
  })
})
