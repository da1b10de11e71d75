import { expect } from 'chai'
import { completeConnection, completeSelection, createOrganization } from '../../src/index.ts'
import { ask } from '../ask.ts'
import { FakeConnect, identity } from '../fake-connect.ts'
import { type Harness, startHarness } from '../harness.ts'
import { runJobs } from '../run-jobs.ts'
import { withPorts } from '../with-ports.ts'

const signal = new AbortController().signal

describe('an account that is disconnected between its authorization and the selection', () => {
  let harness: Harness
  let network: FakeConnect
  let clockMs = 0
  beforeEach(async () => {
    network = new FakeConnect()
    clockMs = 0
    harness = await startHarness({
      registry: withPorts({ bluesky: { connect: network.port } }),
      now: () => new Date(Date.now() + clockMs),
    })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const params = () => ({ profileId: harness.profileId })
  const revoke = () => runJobs(harness.context, 'grant.revoke')

  /** Authorizes a social account, until the page on which the user confirms it. Returns its token. */
  async function authorize(
    providerId: string,
    { organizationId, profileId } = { organizationId: harness.organizationId, profileId: harness.profileId },
  ): Promise<string> {
    const body = { platform: 'bluesky' }
    const owner = { organizationId, profileId: null }
    await ask(harness.context, 'connections.start', { scope: owner, params: { profileId }, body })
    network.outcomes = [{ identities: [identity('new', { providerId })], select: true }]
    const call = { requestId: 'callback', signal }
    const ended = await completeConnection(harness.context, {
      ...{ platform: 'bluesky', parameters: { state: network.state }, ...call },
    })
    expect(ended.status).to.equal('awaiting_selection')
    return String(ended.redirectTo?.split('/').at(-1))
  }

  async function disconnect(accountId: string): Promise<void> {
    const { status } = await ask(harness.context, 'accounts.disconnect', {
      scope: scope(),
      params: { ...params(), accountId },
    })
    expect(status).to.equal(200)
  }

  it('keeps its grant, which the new authorization uses', async () => {
    const { id, providerId } = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'old' } })
    const token = await authorize(providerId)
    await disconnect(id)
    await revoke()
    expect(network.revoked).to.deep.equal([])
    const selected = await completeSelection(harness.context, {
      ...{ token, chosen: [providerId], browser: undefined, requestId: 'select', signal },
    })
    expect(selected.status).to.equal('completed')
    expect(await revoke()).to.equal(1)
    expect([network.revoked, await revoke()]).to.deep.equal([[], 0])
  })

  it('keeps its grant if the user has authorized the account for another organization', async () => {
    const { organizationId, defaultProfileId: profileId } = await createOrganization(harness.context, { name: 'Other' })
    const { id, providerId } = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'old' } })
    const token = await authorize(providerId, { organizationId, profileId })
    await disconnect(id)
    expect([await revoke(), network.revoked]).to.deep.equal([1, []])
    const call = { token, chosen: [providerId], browser: undefined, requestId: 'select', signal }
    expect((await completeSelection(harness.context, call)).status).to.equal('completed')
    expect(await revoke()).to.equal(1)
    expect([network.revoked, await revoke()]).to.deep.equal([[], 0])
  })

  it('loses its grant at once if another organization has only selections of other accounts', async () => {
    const { organizationId, defaultProfileId: profileId } = await createOrganization(harness.context, { name: 'Other' })
    const { id } = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'old' } })
    await authorize('another account', { organizationId, profileId })
    await disconnect(id)
    expect([await revoke(), network.revoked]).to.deep.equal([1, ['old']])
  })

  it('loses its grant if the selection expires', async () => {
    const { id, providerId } = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'old' } })
    await authorize(providerId)
    await disconnect(id)
    await revoke()
    clockMs = 31 * 60_000
    expect(await revoke()).to.equal(1)
    expect([network.revoked, await revoke()]).to.deep.equal([['old'], 0])
  })

  it('loses its grant after an hour, although other selections are always open', async () => {
    const { id } = await harness.connect({ platform: 'bluesky', credentials: { accessToken: 'old' } })
    await authorize('other')
    await disconnect(id)
    for (const minutes of [29, 58, 60]) {
      expect([await revoke(), network.revoked]).to.deep.equal([1, []])
      clockMs = minutes * 60_000
      await authorize('other')
    }
    expect(await revoke()).to.equal(1)
    expect([network.revoked, await revoke()]).to.deep.equal([['old'], 0])
  })
})
