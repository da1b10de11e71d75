import { expect } from 'chai'
import { readAdAccount, updateAdAccount } from '../../../src/facebook/ads/accounts.ts'
import { setStatus } from '../../../src/facebook/ads/objects.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }

describe('the spend cap of an ad account', () => {
  for (const [currency, written] of [
    ['USD', '123.05'],
    ['VES', '123.05'],
    ['JPY', '12305'],
  ]) {
    it(`in ${currency} is written in units of the currency`, async () => {
      const forms: string[] = []
      const outbound = outboundOver(({ method, body }) => {
        if (method === 'POST') forms.push(String(body))
        return { status: 200, body: { id: 'act_1', currency, spend_cap: '12305' } }
      })
      const call = { ...accountCall({ scopes: ['ads_management'] }, appCall({ outbound })), ...limits }
      expect(await updateAdAccount(call, '1', { spendCap: 12_305 })).to.include({ spendCap: 12_305 })
      expect(forms.map((form) => new URLSearchParams(form).get('spend_cap'))).to.deep.equal([written])
    })
  }
})

describe('a change of an ad account after which its rate limit is paused', () => {
  const begin = () => {
    let isChanged = false
    const outbound = outboundOver(({ method }) => {
      isChanged ||= method === 'POST'
      const body = {
        id: 'act_1',
        account_id: '1',
        currency: 'USD',
        name: isChanged ? 'After' : 'Before',
        status: 'PAUSED',
      }
      return { status: 200, body }
    })
    const pausedLimit = async () => (isChanged ? { key: 'ad_account:act_1', seconds: 60 } : null)
    return { ...accountCall({ scopes: ['ads_management'] }, appCall({ outbound })), ...limits, pausedLimit }
  }

  it('is returned as read again, instead of being reported as a call that was not made', async () => {
    expect(await updateAdAccount(begin(), '1', { name: 'After' })).to.include({ name: 'After' })
  })

  it('is returned likewise for the status of an object', async () => {
    const target = { adAccountId: 'act_1', id: '7', status: 'paused' } as const
    expect(await setStatus(begin(), target)).to.include({ id: '7', status: 'paused' })
  })
})

describe('an ad account that Meta disabled', () => {
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
