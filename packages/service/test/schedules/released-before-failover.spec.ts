import { type OpenCommit, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { noteRestore } from '../../src/operator/note-restore.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

/** What the network shows a look-up: the post, nothing, no proof, or two posts that could be it. */
type Shown = 'all' | 'nothing' | 'no proof' | 'several' | 'fails' | 'forbidden'

/** Takes the database back to this time. */
type Losing = (completeUntil: number) => Promise<unknown>

describe('a schedule that is due after a failover which may have lost its release', () => {
  let own: Scheduling
  let posted: number[]
  let lookUps: OpenCommit[]
  let shown: Shown

  beforeEach(async () => {
    own = await startScheduling()
    simulate()
  })
  afterEach(() => own.close())

  function simulate(): void {
    posted = []
    lookUps = []
    shown = 'all'
    const { port } = own.network
    const { commit } = port
    port.commit = (...call) => {
      posted.push(own.clock.at)
      return commit(...call)
    }
    port.recover = async (_call, state, open) => {
      lookUps.push(open)
      if (shown === 'nothing') return { kind: 'absent' }
      if (shown === 'no proof') return { kind: 'undecidable', reason: 'its list is not complete.' }
      if (shown === 'several') return { kind: 'undecidable', reason: 'two posts could be it.', isSeen: true }
      if (shown === 'fails') throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      if (shown === 'forbidden') throw new ProviderError('missing_permission', 'Not to be read.', 'rejected')
      const until = open.until?.getTime() ?? Number.POSITIVE_INFINITY
      const found = posted.findIndex((at) => at >= open.startedAt.getTime() && at <= until)
      const postId = own.network.posts[found]?.id
      return postId === undefined ? { kind: 'absent' } : { kind: 'done', state: { ...state, postId } }
    }
  }

  const query = (text: string, values: unknown[] = []) => own.harness.context.pool.query(text, values)

  /** A failover to a server that lacks all commits after `completeUntil`. */
  async function promote(completeUntil: number): Promise<void> {
    await query('update database_epoch set raised_at = $1, complete_until = $2', [
      new Date(own.clock.at),
      new Date(completeUntil),
    ])
  }

  /** Makes changes of a schedule and publishes it, all of which is then lost in a failover. */
  async function lose(scheduleId: string, changes: () => Promise<unknown>, lost: Losing = promote): Promise<void> {
    const completeUntil = own.clock.at
    const { rows } = await query('select due_at, version, updated_at from schedule where id = $1', [scheduleId])
    own.clock.at += 2_000
    await changes()
    await own.run(await own.get(scheduleId))
    await query('delete from external_write')
    await query(
      `update schedule set status = 'scheduled', write_id = null, start_at = null, due_at = $2, version = $3,
         updated_at = $4 where id = $1`,
      [scheduleId, rows[0]?.due_at, rows[0]?.version, rows[0]?.updated_at],
    )
    own.clock.at += 20_000
    await lost(completeUntil)
  }

  /** The restore of a backup that was begun at this time. */
  const restore = (begun: number) => noteRestore(own.harness.context, { since: new Date(begun).toISOString() })

  const release = (scheduleId: string) => own.ask('schedules.release', { params: { scheduleId } })

  async function publishWhenDue(scheduleId: string, afterMs = 5 * hour) {
    own.clock.at += afterMs
    await own.take()
    return own.run(await own.get(scheduleId))
  }

  it('is found at the network if a user released it before', async () => {
    const { scheduleId } = await own.create(5 * hour)
    await lose(scheduleId, () => release(scheduleId))
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
    expect(lookUps[0]?.until).to.be.lessThan(new Date(own.clock.at - 4 * hour))
  })

  it('is found at the network if it was moved to an earlier time before', async () => {
    const { scheduleId } = await own.create(5 * hour)
    await lose(scheduleId, async () => {
      const publishAt = new Date(own.clock.at + 2 * minute).toISOString()
      await own.ask('schedules.update', { params: { scheduleId }, body: { publishAt } })
      own.clock.at += 2 * minute
      await own.take()
    })
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  it('is found at the network if it was released after a backup, which was then restored', async () => {
    await own.close()
    own = await startScheduling(undefined, {}, { DATABASE_FAILOVER: 'synchronous' })
    simulate()
    const { scheduleId } = await own.create(5 * hour)
    await lose(scheduleId, () => release(scheduleId), restore)
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  it('is found at the network if it was published after a backup, and a user releases it after the restore', async () => {
    const { scheduleId } = await own.create(minute)
    const publish = async () => {
      own.clock.at += minute
      await own.take()
    }
    await lose(scheduleId, publish, restore)
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
    own.clock.at += hour
    await release(scheduleId)
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  it('is found at the network if another failover follows within a day', async () => {
    const { scheduleId } = await own.create(80 * hour, { onLate: { then: 'publish' } })
    await lose(scheduleId, () => release(scheduleId))
    own.clock.at += 3 * hour
    await promote(own.clock.at - minute)
    expect(await publishWhenDue(scheduleId, 80 * hour)).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  it('is searched for from two days before the last of many failovers, or from the only one of the day', async () => {
    const anyTime = { onLate: { then: 'publish' } }
    const { scheduleId } = await own.create(300 * hour, anyTime)
    const { scheduleId: later } = await own.create(600 * hour, anyTime)
    const searchedFrom: number[] = []
    for (const [id, times, pause] of [
      [scheduleId, 5, 20 * hour],
      [later, 2, 30 * hour],
    ] as const) {
      for (let time = 0; time < times; time++) {
        own.clock.at += pause
        await promote(own.clock.at - minute)
      }
      const last = own.clock.at
      await publishWhenDue(id, 300 * hour)
      searchedFrom.push(last - Number(lookUps.at(-1)?.startedAt))
    }
    expect(searchedFrom).to.deep.equal([48 * hour, minute])
  })

  it('is found at the network if a user releases it for the second time', async () => {
    const { scheduleId } = await own.create(5 * hour)
    await lose(scheduleId, () => release(scheduleId))
    own.clock.at += hour
    await release(scheduleId)
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  it('is found at the network if it was released before its time, which had come by the failover', async () => {
    const { scheduleId } = await own.create(2 * minute)
    await lose(scheduleId, async () => {
      await release(scheduleId)
      await own.run(await own.get(scheduleId))
      own.clock.at += 3 * minute
    })
    await publishWhenDue(scheduleId, 0)
    expect(await publishWhenDue(scheduleId, 5 * minute)).to.include({ status: 'succeeded' })
    expect(posted).to.have.length(1)
  })

  it('is published after one look-up if nobody had released it', async () => {
    const { scheduleId } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded', changesLostAt: null })
    expect([posted, lookUps.length]).to.deep.equal([[own.clock.at], 1])
  })

  it('is looked up only once the calls of former processes have ended', async () => {
    const { scheduleId } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    own.clock.at += 1_000
    await release(scheduleId)
    const { wakeAt } = await own.run(await own.get(scheduleId))
    expect(lookUps).to.have.length(0)
    expect(wakeAt).to.be.greaterThan(new Date(own.clock.at))
    own.clock.at = Number(wakeAt)
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
  })

  for (const without of ['no proof', 'forbidden'] as const) {
    it(`is published if the look-up shows nothing: ${without}`, async () => {
      shown = without
      const { scheduleId } = await own.create(5 * hour)
      await promote(own.clock.at - minute)
      expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded' })
      expect([posted.length, lookUps.length]).to.deep.equal([1, 1])
    })
  }

  it('is looked up again if the look-up had no response, and then published', async () => {
    shown = 'fails'
    const { scheduleId } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    const { wakeAt } = await publishWhenDue(scheduleId)
    expect(posted).to.have.length(0)
    shown = 'nothing'
    own.clock.at = Number(wakeAt)
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    expect(posted).to.have.length(1)
  })

  it('is unknown if the network shows several posts of that time that could be it', async () => {
    shown = 'several'
    const { scheduleId } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'unknown' })
    expect(posted).to.have.length(0)
  })

  it('fails and is not unknown if its account is disconnected before the look-up', async () => {
    shown = 'fails'
    const { scheduleId } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    await publishWhenDue(scheduleId)
    await query('delete from account')
    own.clock.at += hour
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'failed' })
  })

  it('is not looked up if it was scheduled after the failover, or the network cannot be searched', async () => {
    await promote(own.clock.at - minute)
    own.clock.at += minute
    const { scheduleId } = await own.create(5 * hour)
    expect(await publishWhenDue(scheduleId)).to.include({ status: 'succeeded' })
    const { scheduleId: other } = await own.create(5 * hour)
    await promote(own.clock.at - minute)
    Reflect.deleteProperty(own.network.port, 'recover')
    expect(await publishWhenDue(other)).to.include({ status: 'succeeded' })
    expect([posted.length, lookUps.length]).to.deep.equal([2, 0])
  })
})
