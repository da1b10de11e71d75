import { type ConnectPort, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { freshCredentials } from '../../src/credentials/fresh-credentials.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

describe('the outcome of a token refresh that gets no response', () => {
  let harness: Harness
  before(async () => {
    const refresh: ConnectPort['refresh'] = async () => {
      throw new ProviderError('provider_error', 'No response.', 'indeterminate')
    }
    const connect = { refresh } as ConnectPort
    harness = await startHarness({ registry: withPorts({ bluesky: { connect }, x: { connect } }) })
  })
  after(() => harness.close())

  for (const [platform, outcome] of [
    ['x', 'failed'],
    // An operator cannot mend a server that a user chose: the service level leaves it out.
    ['bluesky', 'server_failed'],
  ] as const) {
    it(`is ${outcome} at ${platform}`, async () => {
      const { context } = harness
      const account = await harness.connect({ platform, credentials: {}, expiresAt: new Date(0) })
      expect((await rejection(freshCredentials(context, { account, requestId: 'test' }))).code).to.equal(
        'provider_error',
      )
      const counted = context.counters.read('token_refreshes').filter(({ labels: [network] }) => network === platform)
      expect(counted).to.deep.equal([{ labels: [platform, outcome], count: 1 }])
    })
  }
})
