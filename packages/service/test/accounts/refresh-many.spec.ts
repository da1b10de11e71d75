import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { FakeConnect } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

/** More than may wait for a connection to the database. */
const many = 1_300

describe('refreshing the tokens of very many accounts', () => {
  let harness: Harness
  let refreshes: { open: number; max: number; all: number }

  before(async () => {
    refreshes = { open: 0, max: 0, all: 0 }
    const { port } = new FakeConnect()
    const refresh: typeof port.refresh = async (_call, credentials) => {
      refreshes.all++
      refreshes.max = Math.max(refreshes.max, ++refreshes.open)
      await sleep(5)
      refreshes.open--
      return { credentials, tokenExpiresAt: null }
    }
    harness = await startHarness({ registry: withPorts({ bluesky: { connect: { ...port, refresh } } }) })
    await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'a' } })
    for (let connected = 1; connected < many; connected++)
      await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'a' } })
  })
  after(() => harness.close())

  it('refreshes each, a few at a time, and others are served meanwhile', async () => {
    const { context, organizationId, profileId } = harness
    const scope = { organizationId, profileId: null }
    const running = ask(context, 'accounts.refresh', { scope, params: { profileId } })
    while (refreshes.open === 0) await sleep(1)
    const { status } = await ask(context, 'profiles.list', { scope })
    const reply = await running
    expect([status, reply.status, bodyOf(reply).errors.length]).to.deep.equal([200, 200, 0])
    expect(refreshes.all).to.equal(many)
    expect(refreshes.max).to.be.at.most(20)
  })
})
