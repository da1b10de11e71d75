import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, insertExternalWrite, readExternalWrite, timeOfId } from '@carillon/database'
import { expect } from 'chai'
import { newWrite } from '../../src/journal/new-write.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { publishKind } from '../../src/publishing/run/publish-kind.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

const hour = 3_600_000
const signal = new AbortController().signal
const machine = (aheadMs: number) => ({ wall: () => Date.now() + aheadMs, monotonic: () => performance.now() })

describe('writes of processes whose machines have other clocks', () => {
  let harness: Harness
  let account: AccountRow
  let network: FakeNetwork
  /** Called while the network has the call. */
  let inCall: () => Promise<void>

  before(async () => {
    const commit: FakeNetwork['port']['commit'] = async (...args) => {
      await inCall()
      return network.port.commit(...args)
    }
    const port = new Proxy(new FakeNetwork().port, {
      get: (_target, name) => (name === 'commit' ? commit : Reflect.get(network.port, name)),
    })
    harness = await startHarness({ registry: withPorts({ bluesky: { publish: port } }) })
    account = await harness.connect({ platform: 'bluesky' })
  })
  after(() => harness.close())
  beforeEach(() => {
    network = new FakeNetwork()
    inCall = async () => {}
  })

  /** A process on a machine whose clock is ahead, as it is once it is ready. */
  async function processOn(aheadMs: number) {
    const context = await harness.another({ ...harness.overrides, machine: machine(aheadMs) })
    await context.followClock()
    return context
  }

  async function enqueue(): Promise<string> {
    const id = randomUUIDv7()
    const state = network.port.begin({ writeId: id, items: 1, now: new Date(), random: (n) => new Uint8Array(n) })
    const owner = { organizationId: harness.organizationId, profileId: harness.profileId, accountId: account.id }
    const what = { kind: 'publish', platform: 'bluesky' as const, requestId: 'test' }
    const payload = JSON.stringify({ text: 'Hello' })
    const times = { createdAt: new Date(), wakeAt: new Date() }
    await insertExternalWrite(harness.context.db, {
      id,
      ...what,
      ...owner,
      payload,
      state: JSON.stringify(state),
      ...times,
    })
    return id
  }

  for (const [name, caller, other] of [
    ['whose clock is behind', -hour, 0],
    ['while another clock is ahead', 0, hour],
  ] as const) {
    it(`are not resumed by others during the call of a process ${name}`, async () => {
      const [calling, sweeping] = [await processOn(caller), await processOn(other)]
      const writeId = await enqueue()
      inCall = async () => {
        expect(await sweepWrites(sweeping), 'writes resumed').to.equal(0)
      }
      await runWrite(calling, { writeId, signal })
      expect(network.posts).to.have.length(1)
      expect((await readExternalWrite(harness.context.db, writeId))?.status).to.equal('succeeded')
    })
  }

  it('have ids by the clock of the database, by which others find the newest', async () => {
    const context = await processOn(-72 * hour)
    const request = { requestId: 'test', grant: null, payload: { text: 'Hello' } }
    const { id } = await newWrite(context, { kind: publishKind, account, ...request })
    expect(timeOfId(id)).to.be.closeTo(Date.now(), 5_000)
  })

  it('are looked up soon after a lost response, also by a process whose clock is ahead', async () => {
    const writeId = await enqueue()
    network.moods = ['accept-then-drop']
    const context = await processOn(hour)
    await runWrite(context, { writeId, signal })
    const wakeAt = (await readExternalWrite(context.db, writeId))?.wakeAt
    expect(wakeAt).to.be.below(new Date(Date.now() + hour / 2))
  })
})
