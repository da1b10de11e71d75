import type { AccountRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { accountFailure, aggregate } from '../src/aggregate.ts'
import { completeConnection } from '../src/index.ts'
import { isStorageFailure, retryStorageFailures } from '../src/storage-failure.ts'
import { ask, bodyOf } from './ask.ts'
import { FakeConnect } from './fake-connect.ts'
import { type Harness, startHarness } from './harness.ts'
import { withPorts } from './with-ports.ts'

/** As the driver throws it when the server has ended the connection. */
const terminated = () =>
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })

describe('a failure of the database or the media store', () => {
  const account = { id: 'a', profileId: 'p', platform: 'x' } as AccountRow

  it('is distinguished from one of a network, whatever the code', () => {
    const unavailable = new ServiceError('temporarily_unavailable', 'Busy.')
    const atNetwork = new ProviderError('temporarily_unavailable', 'Over capacity.', 'rejected')
    const whilePreparing = new ProviderError('database_error', 'Gone.', 'not_sent', { cause: terminated() })
    const found = [terminated(), unavailable, whilePreparing, atNetwork, new TypeError('x')].map(isStorageFailure)
    expect(found).to.deep.equal([true, true, true, false, false])
  })

  it('is named in an aggregate as what it is', () => {
    const failure = accountFailure(account, terminated())
    expect(failure).to.include({ accountId: 'a', platform: 'x', code: 'database_error' })
    const all = () => aggregate([{ failure }, { failure }], { list: (posts: object[]) => ({ posts }) })
    expect(all).to.throw(ServiceError).with.property('code', 'database_error')
  })

  it('is worked through, and nothing else is', async () => {
    const tries: boolean[] = []
    const work = (thrown: Error, failures: number) =>
      retryStorageFailures(60_000, async (again) => {
        tries.push(again)
        if (tries.length <= failures) throw thrown
        return 'done'
      })
    expect(await work(terminated(), 2)).to.equal('done')
    expect(tries).to.deep.equal([false, true, true])
    tries.length = 0
    expect(await work(new TypeError('x'), 1).catch(String)).to.contain('TypeError')
  })

  describe('while a connection is completed', () => {
    let harness: Harness
    const network = new FakeConnect()
    before(async () => {
      harness = await startHarness({ registry: withPorts({ bluesky: { connect: network.port } }) })
    })
    after(() => harness.close())

    it('is what the session says, not that the network failed', async () => {
      const { context, organizationId, profileId } = harness
      const scope = { organizationId, profileId: null }
      const started = await ask(context, 'connections.start', {
        scope,
        params: { profileId },
        named: { profileId },
        body: { platform: 'bluesky', handle: 'a.example.com' },
      })
      network.outcomes = [terminated()]
      const ending = await completeConnection(context, {
        platform: 'bluesky',
        parameters: { state: network.state },
        requestId: 'r',
        signal: new AbortController().signal,
      })
      expect(ending).to.deep.include({ status: 'failed' })
      expect(ending.error?.code).to.equal('database_error')
      expect(bodyOf(started).connectionSessionId).to.be.a('string')
    })
  })
})
