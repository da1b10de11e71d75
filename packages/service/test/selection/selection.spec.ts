import { expect } from 'chai'
import { completeConnection, completeSelection, describeSelection } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('choosing among what was authorized', () => {
  let harness: Harness
  let network: FakeConnect
  let clockMs = 0

  beforeEach(async () => {
    network = new FakeConnect()
    clockMs = 0
    harness = await startHarness({
      registry: withPorts({ facebook: { connect: network.port } }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })

  /** A session up to its page; returns the page's token and the session's id. */
  async function offer(...names: string[]): Promise<{ token: string; id: string }> {
    const identities = names.map((name) => identity(name, { tokenExpiresAt: new Date('2030-01-01T00:00:00Z') }))
    network.outcomes.push({ identities, select: true })
    const params = { profileId: harness.profileId }
    const started = await ask(harness.context, 'connections.start', {
      scope: scope(),
      params,
      body: { platform: 'facebook' },
    })
    const ending = await completeConnection(harness.context, {
      platform: 'facebook',
      parameters: { state: network.state, code: 'c' },
      requestId: 'callback',
      signal: new AbortController().signal,
    })
    expect(ending).to.include({ status: 'awaiting_selection', error: null })
    const page = /^http:\/\/127\.0\.0\.1:8080\/connect\/select\/([\w-]{43})$/.exec(ending.redirectTo ?? '')
    return { token: page?.[1] ?? '', id: bodyOf(started).connectionSessionId }
  }

  async function session(connectionSessionId: string) {
    const params = { profileId: harness.profileId, connectionSessionId }
    return bodyOf(await ask(harness.context, 'connections.get', { scope: scope(), params }))
  }

  async function connected(): Promise<string[]> {
    const params = { profileId: harness.profileId }
    const { accounts } = bodyOf(await ask(harness.context, 'accounts.listOfProfile', { scope: scope(), params }))
    return accounts.map(({ providerId }: { providerId: string }) => providerId)
  }

  const choose = (token: string, ...names: string[]) =>
    completeSelection(harness.context, {
      token,
      chosen: names.map((name) => `provider-${name}`),
      requestId: 'choose',
      signal: new AbortController().signal,
    })

  it('shows what there is and for whom, as often as it is asked', async () => {
    const { token, id } = await offer('one', 'two')
    expect((await session(id)).status).to.equal('awaiting_selection')
    for (let time = 0; time < 2; time++) {
      expect(await describeSelection(harness.context, { token })).to.deep.equal({
        platform: 'facebook',
        organizationName: 'Test',
        profileName: 'Default',
        select: true,
        single: false,
        choices: [
          { providerId: 'provider-one', name: 'one', detail: '@one', avatarUrl: null },
          { providerId: 'provider-two', name: 'two', detail: '@two', avatarUrl: null },
        ],
      })
    }
  })

  it('connects those that were chosen, each as an account', async () => {
    const { token, id } = await offer('one', 'two', 'three')
    expect(await choose(token, 'three', 'one')).to.include({ status: 'completed' })
    expect(await connected()).to.have.members(['provider-one', 'provider-three'])
    const { accountIds, status } = await session(id)
    expect([accountIds.length, status]).to.deep.equal([2, 'completed'])
  })

  it('rejects an empty choice and one that was not offered, and stays open', async () => {
    const { token, id } = await offer('one', 'two')
    for (const names of [[], ['other'], ['one', 'other']]) {
      expect((await rejection(choose(token, ...names))).code).to.equal('invalid_request')
    }
    expect((await session(id)).status).to.equal('awaiting_selection')
    expect(await connected()).to.deep.equal([])
    expect((await choose(token, 'one', 'one')).status).to.equal('completed')
    expect(await connected()).to.deep.equal(['provider-one'])
  })

  it('is taken once, however often it is sent at the same time', async () => {
    const { token } = await offer('one', 'two')
    const sent = await Promise.allSettled([choose(token, 'one'), choose(token, 'two'), choose(token, 'one', 'two')])
    expect(sent.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    expect((await rejection(choose(token, 'one'))).code).to.equal('connection_session_not_found')
    expect((await rejection(describeSelection(harness.context, { token }))).code).to.equal(
      'connection_session_not_found',
    )
  })

  it('is over with its session', async () => {
    const { token } = await offer('one')
    clockMs = 31 * 60_000
    expect((await rejection(describeSelection(harness.context, { token }))).code).to.equal(
      'connection_session_not_found',
    )
    expect((await rejection(choose(token, 'one'))).code).to.equal('connection_session_not_found')
  })

  it('cannot be reached by the state or a guess', async () => {
    await offer('one')
    for (const token of [network.state, '', 'x']) {
      expect((await rejection(describeSelection(harness.context, { token }))).code).to.equal(
        'connection_session_not_found',
      )
    }
  })

  it('says how many accounts were picked and how many fit, and stays open', async () => {
    const { token, id } = await offer('one', 'two', 'three', 'four')
    const error = await rejection(choose(token, 'one', 'two', 'three', 'four'))
    expect(error.code).to.equal('billing_required')
    expect(error.message).to.match(/^0 accounts are connected and 3 are free: 4 more were picked and 3 fit\./)
    expect([await connected(), (await session(id)).status]).to.deep.equal([[], 'awaiting_selection'])
    expect((await describeSelection(harness.context, { token })).choices).to.have.length(4)
    expect((await choose(token, 'one', 'two', 'three')).status).to.equal('completed')
    expect(await connected()).to.have.length(3)
  })
})
