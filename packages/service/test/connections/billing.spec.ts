import { setAccountStatus } from '@carillon/database'
import type { Platform } from '@carillon/domain'
import { expect } from 'chai'
import { completeConnection, createOrganization, setCard } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('free accounts', () => {
  let harness: Harness
  let network: FakeConnect

  beforeEach(async () => {
    network = new FakeConnect()
    harness = await startHarness(
      { registry: withPorts({ bluesky: { connect: network.port }, x: { connect: network.port } }) },
      { BILLING_URL: 'https://pay.example/card' },
    )
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  /** Starts a session and returns its id and state. */
  async function start({
    platform = 'bluesky',
    profileId = harness.profileId,
  }: {
    platform?: Platform
    profileId?: string
  } = {}) {
    const response = await ask(harness.context, 'connections.start', {
      scope: scope(),
      params: { profileId },
      body: { platform },
    })
    return { id: bodyOf(response).connectionSessionId as string, state: network.state, profileId }
  }

  function complete(state: string, platform: Platform = 'bluesky') {
    const signal = new AbortController().signal
    return completeConnection(harness.context, { platform, parameters: { state }, requestId: 'callback', signal })
  }

  async function connect(name: string, profileId = harness.profileId) {
    const { state } = await start({ profileId })
    network.outcomes.push({ identities: [identity(name)], select: false })
    return complete(state)
  }

  async function profile(name: string): Promise<string> {
    return bodyOf(await ask(harness.context, 'profiles.create', { scope: scope(), body: { name } })).id
  }

  async function accounts(profileId = harness.profileId) {
    const response = await ask(harness.context, 'accounts.listOfProfile', { scope: scope(), params: { profileId } })
    return bodyOf(response).accounts
  }

  it('are three over all profiles; the fourth is rejected where it begins', async () => {
    const second = await profile('Second')
    for (const [name, where] of [['a'], ['b', second], ['c', second]]) {
      expect((await connect(name ?? '', where)).status).to.equal('completed')
    }
    const error = await rejection(start())
    expect(error).to.include({ code: 'billing_required', status: 402 })
    expect(error.details).to.deep.equal({ billingUrl: 'https://pay.example/card' })
    expect((await rejection(start({ profileId: second }))).code).to.equal('billing_required')
  })

  it('are counted for each organization alone', async () => {
    for (const name of ['a', 'b', 'c']) await connect(name)
    const other = await createOrganization(harness.context, { name: 'Other' })
    const response = await ask(harness.context, 'connections.start', {
      scope: { organizationId: other.organizationId, profileId: null },
      params: { profileId: other.defaultProfileId },
      body: { platform: 'bluesky' },
    })
    expect(response.status).to.equal(201)
  })

  it('are without end with a card on file', async () => {
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
    for (const name of ['a', 'b', 'c', 'd', 'e']) expect((await connect(name)).status).to.equal('completed')
  })

  it('are not used up by sessions that wait', async () => {
    for (let session = 0; session < 5; session++) await start()
    expect((await connect('a')).status).to.equal('completed')
  })

  it('are counted again where a session ends', async () => {
    const sessions = []
    for (let session = 0; session < 4; session++) sessions.push(await start())
    const endings = []
    for (const { state } of sessions) endings.push(await complete(state))
    expect(endings.map(({ status }) => status)).to.deep.equal(['completed', 'completed', 'completed', 'failed'])
    expect(endings[3]?.error?.code).to.equal('billing_required')
    const params = { profileId: harness.profileId, connectionSessionId: sessions[3]?.id ?? '' }
    const session = bodyOf(await ask(harness.context, 'connections.get', { scope: scope(), params }))
    expect([session.status, session.error.code, session.accountIds]).to.deep.equal(['failed', 'billing_required', []])
  })

  it('are given to one of the sessions that end at the same moment', async () => {
    await connect('a')
    await connect('b')
    const sessions = []
    for (let session = 0; session < 5; session++) sessions.push(await start())
    // All are at the network together, so that none has stored anything when the others come back.
    const gate = Promise.withResolvers<void>()
    let arrived = 0
    network.outcomes = sessions.map((_, index) => async () => {
      if (++arrived === sessions.length) gate.resolve()
      await gate.promise
      return { identities: [identity(`racing-${index}`)], select: false }
    })
    const endings = await Promise.all(sessions.map(({ state }) => complete(state)))
    expect(endings.filter(({ status }) => status === 'completed')).to.have.length(1)
    expect(endings.filter(({ error }) => error?.code === 'billing_required')).to.have.length(4)
    expect(await accounts()).to.have.length(3)
  })

  it('become free by disconnecting', async () => {
    for (const name of ['a', 'b', 'c']) await connect(name)
    const [{ accountId }] = await accounts()
    const params = { profileId: harness.profileId, accountId }
    await ask(harness.context, 'accounts.disconnect', { scope: scope(), params })
    expect((await connect('d')).status).to.equal('completed')
  })

  it('are not taken by an account that is connected again under its old id', async () => {
    for (const name of ['a', 'b']) await connect(name)
    const again = await start()
    await connect('c')
    const before = await accounts()
    network.outcomes.push({ identities: [identity('a', { displayName: 'renamed' })], select: false })
    expect((await complete(again.state)).status).to.equal('completed')
    const after = await accounts()
    const ids = (list: { accountId: string }[]) => list.map(({ accountId }) => accountId)
    expect(ids(after)).to.deep.equal(ids(before))
    expect(after[0]).to.include({ displayName: 'renamed', connectedAt: before[0].connectedAt })
  })

  it('let an account that expired be connected again when all are taken', async () => {
    for (const name of ['a', 'b', 'c']) await connect(name)
    const [expired] = await accounts()
    await setAccountStatus(harness.context.db, expired.accountId, { status: 'expired', at: new Date() })
    expect((await connect('a')).status).to.equal('completed')
    expect((await accounts())[0]).to.include({ accountId: expired.accountId, status: 'connected' })
    await setAccountStatus(harness.context.db, expired.accountId, { status: 'expired', at: new Date() })
    const another = await connect('d')
    expect(another.error?.code).to.equal('billing_required')
    const second = await profile('Second')
    expect((await rejection(start({ profileId: second }))).code).to.equal('billing_required')
  })

  it('are counted for another profile that connects the same person', async () => {
    for (const name of ['a', 'b', 'c']) await connect(name)
    const second = await profile('Second')
    expect((await rejection(start({ profileId: second }))).code).to.equal('billing_required')
  })

  it('make no exception where the network bills every call', async () => {
    const error = await rejection(start({ platform: 'x' }))
    expect(error).to.include({ code: 'x_billing_required', status: 402 })
    expect(error.details).to.deep.equal({ billingUrl: 'https://pay.example/card' })
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
    const { id, state } = await start({ platform: 'x' })
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: false })
    expect((await complete(state, 'x')).error?.code).to.equal('x_billing_required')
    const params = { profileId: harness.profileId, connectionSessionId: id }
    const session = bodyOf(await ask(harness.context, 'connections.get', { scope: scope(), params }))
    expect(session.error.code).to.equal('x_billing_required')
  })

  it('record what the network billed for knowing whose account it is', async () => {
    await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
    // The same user counts once a day.
    for (const name of ['a', 'a', 'b']) {
      const { state } = await start({ platform: 'x' })
      network.outcomes.push({ identities: [identity(name)], select: false, billed: 'user.read' })
      expect((await complete(state, 'x')).status).to.equal('completed')
    }
    const usage = bodyOf(await ask(harness.context, 'usage.get', { scope: scope() }))
    expect(usage.operations).to.deep.equal([{ operation: 'user.read', count: 2, unitPrice: '0.01', amount: '0.02' }])
    expect(usage.profiles).to.deep.equal([{ profileId: harness.profileId, amount: '0.02' }])
  })
})
