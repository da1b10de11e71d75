import { expect } from 'chai'
import {
  completeConnection,
  completeSelection,
  createOrganization,
  describeSelection,
  type Ending,
} from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

const call = { requestId: 'choose', signal: new AbortController().signal }

describe('confirming a connection', () => {
  let harness: Harness
  let network: FakeConnect
  /** Somebody else's organization and profile on the same service. */
  let other: { organizationId: string; profileId: string }

  beforeEach(async () => {
    network = new FakeConnect()
    harness = await startHarness(
      { registry: withPorts({ instagram: { connect: network.port } }) },
      { CONNECT_CONFIRMATION: 'on' },
    )
    const { organizationId, defaultProfileId } = await createOrganization(harness.context, { name: 'Mallory Ltd' })
    other = { organizationId, profileId: defaultProfileId }
  })
  afterEach(() => harness.close())

  async function start({ organizationId, profileId }: { organizationId: string; profileId: string }): Promise<string> {
    const response = await ask(harness.context, 'connections.start', {
      scope: { organizationId, profileId: null },
      params: { profileId },
      body: { platform: 'instagram' },
    })
    return bodyOf(response).connectionSessionId
  }

  function callback(state: string, browser?: string): Promise<Ending> {
    return completeConnection(harness.context, {
      platform: 'instagram',
      parameters: { state, code: 'c' },
      browser,
      requestId: 'callback',
      signal: new AbortController().signal,
    })
  }

  const tokenOf = ({ redirectTo }: Ending) => redirectTo?.split('/').at(-1) ?? ''

  async function accountsOf({ organizationId, profileId }: { organizationId: string; profileId: string }) {
    const scope = { organizationId, profileId: null }
    const response = await ask(harness.context, 'accounts.listOfProfile', { scope, params: { profileId } })
    return bodyOf(response).accounts.map(({ providerId }: { providerId: string }) => providerId)
  }

  it('names organization and profile, and connects only then', async () => {
    const id = await start(harness)
    const ending = await callback(network.state)
    expect([ending.status, await accountsOf(harness)]).to.deep.equal(['awaiting_selection', []])
    const page = { token: tokenOf(ending), browser: ending.browser }
    expect(await describeSelection(harness.context, page)).to.deep.include({
      organizationName: 'Test',
      profileName: 'Default',
      select: false,
    })
    expect((await completeSelection(harness.context, { ...page, ...call, chosen: [] })).status).to.equal('completed')
    expect(await accountsOf(harness)).to.deep.equal(['provider-p1'])
    const { status } = bodyOf(
      await ask(harness.context, 'connections.get', {
        scope: { organizationId: harness.organizationId, profileId: null },
        params: { profileId: harness.profileId, connectionSessionId: id },
      }),
    )
    expect(status).to.equal('completed')
  })

  it('shows a user whose link carries the state of another organization for whom it is, and connects nothing unasked', async () => {
    await start(harness)
    await start(other)
    const swapped = await callback(network.state)
    expect([await accountsOf(harness), await accountsOf(other)]).to.deep.equal([[], []])
    const page = { token: tokenOf(swapped), browser: swapped.browser }
    expect((await describeSelection(harness.context, page)).organizationName).to.equal('Mallory Ltd')
    for (const browser of [undefined, '', 'x'.repeat(43)]) {
      const elsewhere = completeSelection(harness.context, {
        token: page.token,
        browser,
        ...call,
        chosen: ['provider-p1'],
      })
      expect((await rejection(elsewhere)).code).to.equal('connection_session_not_found')
      const seen = describeSelection(harness.context, { token: page.token, browser })
      expect((await rejection(seen)).code).to.equal('connection_session_not_found')
    }
    expect(await accountsOf(other)).to.deep.equal([])
  })

  it('leaves the browser its cookie, so that several connections can be open in it', async () => {
    await start(harness)
    const first = await callback(network.state)
    await start(harness)
    const second = await callback(network.state, first.browser)
    expect(second.browser).to.equal(first.browser)
    for (const ending of [first, second]) {
      const page = { token: tokenOf(ending), browser: first.browser, ...call, chosen: [] }
      expect((await completeSelection(harness.context, page)).status).to.equal('completed')
    }
  })

  it('is one page with the choice where there is one', async () => {
    await start(harness)
    network.outcomes.push({ identities: [identity('one'), identity('two')], select: true })
    const ending = await callback(network.state)
    const page = { token: tokenOf(ending), browser: ending.browser }
    expect((await describeSelection(harness.context, page)).select).to.equal(true)
    await completeSelection(harness.context, { ...page, ...call, chosen: ['provider-two'] })
    expect(await accountsOf(harness)).to.deep.equal(['provider-two'])
  })
})
