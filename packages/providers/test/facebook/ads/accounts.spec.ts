import { expect } from 'chai'
import { readAdAccount } from '../../../src/facebook/ads/accounts.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

describe('an ad account that Meta disabled', () => {
  const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }

  for (const [number, reason] of [
    [0, null],
    [9, 'unused_account'],
    [15, 'compromised_ad_account'],
    [99, 'other'],
  ] as const) {
    it(`for reason ${number} has disableReason ${reason}`, async () => {
      const body = { id: 'act_1', account_id: '1', account_status: 2, disable_reason: number, currency: 'USD' }
      const outbound = outboundOver(() => ({ status: 200, body }))
      const call = { ...accountCall({ scopes: ['ads_read'] }, appCall({ outbound })), ...limits }
      expect(await readAdAccount(call, '1')).to.include({ status: 'disabled', disableReason: reason })
    })
  }
})
