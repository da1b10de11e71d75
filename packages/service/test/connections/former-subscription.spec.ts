import type { PushPort } from '@carillon/providers'
import { expect } from 'chai'
import { completeConnection } from '../../src/index.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

const signal = new AbortController().signal

describe('the webhook subscription of an account that is connected again by another login', () => {
  let harness: Harness
  let network: FakeConnect
  let calls: string[]

  beforeEach(async () => {
    network = new FakeConnect()
    calls = []
    const push: PushPort = {
      subscription: (_call, { credentials }) => ({ subject: subjectIn(credentials), fields: ['feed'] }),
      scopesOfEvents: () => ({ comments: [], messages: [] }),
      subscribe: async (_call, { subject }) => void calls.push(`subscribe ${subject}`),
      unsubscribe: async (_call, { credentials }) => void calls.push(`unsubscribe ${subjectIn(credentials)}`),
    }
    harness = await startHarness(
      { registry: withPorts({ instagram: { connect: network.port, push } }) },
      { INSTAGRAM_VERIFY_TOKEN: 't', INSTAGRAM_CLIENT_SECRET: 's' },
    )
  })
  afterEach(() => harness.close())

  function subjectIn(credentials: unknown): string {
    return (credentials as { subject: string }).subject
  }

  /** Connects an account with credentials for this subject. */
  async function connect(subject: string, providerId = '1'): Promise<void> {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const params = { profileId: harness.profileId }
    await ask(harness.context, 'connections.start', { scope, params, body: { platform: 'instagram' } })
    network.outcomes = [{ identities: [identity('a', { providerId, credentials: { subject } })], select: false }]
    const parameters = { state: network.state }
    const ended = await completeConnection(harness.context, {
      ...{ platform: 'instagram', parameters, requestId: 'r', signal },
    })
    expect(ended.status).to.equal('completed')
  }

  /** Disconnects the account. */
  async function disconnect(): Promise<void> {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const params = { profileId: harness.profileId }
    const { accounts } = bodyOf(await ask(harness.context, 'accounts.listOfProfile', { scope, params }))
    for (const { accountId } of accounts) {
      await ask(harness.context, 'accounts.disconnect', { scope, params: { ...params, accountId } })
    }
  }

  const end = () => runJobs(harness.context, 'grant.revoke')

  it('ends if it is of another subject', async () => {
    await connect('page/1')
    await connect('account/1')
    expect(await end()).to.equal(1)
    expect(calls).to.deep.equal(['subscribe page/1', 'subscribe account/1', 'unsubscribe page/1'])
    await disconnect()
    await end()
    expect(calls.slice(3)).to.deep.equal(['unsubscribe account/1'])
  })

  it('stays if it is of the same subject, or another account shares it', async () => {
    await connect('page/1')
    await connect('page/1')
    expect(await end()).to.equal(0)
    await connect('page/1', '2')
    await connect('account/1')
    expect(await end()).to.equal(1)
    expect(calls.filter((call) => call.startsWith('unsubscribe'))).to.deep.equal([])
  })

  it('stays if the account is connected by the former login again before it ends', async () => {
    await connect('page/1')
    await connect('account/1')
    await connect('page/1')
    expect(await end()).to.equal(2)
    expect(calls.filter((call) => call.startsWith('unsubscribe'))).to.deep.equal(['unsubscribe account/1'])
  })
})
