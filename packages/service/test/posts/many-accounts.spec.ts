import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { subscribeConnected } from '../../src/push/subscribe-account.ts'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

/** More than may wait for a connection to the database, which fails at once. */
const many = 1_300

/** Calls to a network, of which it counts how many are in flight. */
class Calls {
  all = 0
  max = 0
  #open = 0

  async make<T>(result: T): Promise<T> {
    this.all++
    this.max = Math.max(this.max, ++this.#open)
    await sleep(20)
    this.#open--
    return result
  }
}

describe('requests about many accounts', () => {
  let harness: Harness
  let calls: Calls
  const ids: string[] = []

  before(async () => {
    const posts = { list: () => calls.make({ posts: [], next: null }) }
    const messages = { conversations: () => calls.make({ conversations: [], next: null }) }
    const push = {
      subscription: (_call: unknown, { providerId }: { providerId: string }) => ({
        subject: providerId,
        fields: ['x'],
      }),
      subscribe: () => calls.make(undefined),
    }
    const registry = withPorts({ facebook: { posts, messages, ...{ push } } })
    // Time enough for all of them, on a slow machine too.
    const time = { READ_DEADLINE_MS: '600000' }
    harness = await startHarness({ registry }, { FACEBOOK_VERIFY_TOKEN: 't', FACEBOOK_CLIENT_SECRET: 's', ...time })
    for (let connected = 0; connected < many; connected++) {
      const { id } = await harness.connect({ platform: 'facebook', credentials: { accessToken: 'a' } })
      ids.push(id)
    }
  })
  after(() => harness.close())
  beforeEach(() => {
    calls = new Calls()
  })

  for (const id of ['posts.list', 'messages.list'] as const) {
    it(`read some at a time for ${id}`, async () => {
      const { context, organizationId, profileId } = harness
      const query = { profileId, platform: 'facebook' }
      const reply = await ask(context, id, { scope: { organizationId, profileId: null }, query })
      expect(reply.status).to.equal(200)
      expect(id === 'posts.list' ? bodyOf(reply).errors : []).to.deep.equal([])
      expect(calls.all).to.equal(many)
      expect(calls.max).to.be.within(2, 100)
    })
  }

  it('subscribe some at a time after they were connected, as many as the time allows', async () => {
    const failed = new Set<string>()
    const { context } = harness
    const log = Object.assign(Object.create(context.log), { warn: ({ err }: { err: Error }) => failed.add(err.name) })
    await subscribeConnected({ ...context, log }, { accountIds: ids, platform: 'facebook', requestId: 'r' })
    // On a slow machine, the time ends before the last ones are subscribed.
    expect([...failed]).not.to.include('PoolExhausted')
    expect(calls.all).to.be.above(0)
    expect(calls.max).to.be.at.most(20)
  })
})
