import { OutboundError } from '@carillon/outbound'
import { expect } from 'chai'
import { readAdAccount, updateAdAccount } from '../../../src/facebook/ads/accounts.ts'
import { deleteCampaign, setStatus } from '../../../src/facebook/ads/objects.ts'
import { failureOf } from '../../fake-call.ts'
import { outboundOver, type Sample } from '../../fake-response.ts'
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

describe('a change for ads after which a read fails', () => {
  const failures: Record<string, Sample | Error> = {
    'because Meta limits the rate': { status: 400, body: { error: { code: 80_004, error_subcode: 2_446_079 } } },
    'because Meta is overloaded': { status: 500, body: { error: { code: 2, is_transient: true } } },
    'because the access token expired': { status: 400, body: { error: { code: 190 } } },
    'because Meta does not know the object': { status: 400, body: { error: { code: 100, error_subcode: 33 } } },
    'because its response is a page': { status: 200, body: '<html></html>' },
    'because its response has no object': { status: 200, body: {} },
    'because the connection breaks': new OutboundError('timeout', true, 'the deadline passed'),
  }

  /** A call to a network whose reads fail from the change on. `change` is what becomes of the change itself. */
  function begin(failure: Sample | Error, change: Sample | Error = { status: 200, body: { success: true } }) {
    const requests: string[] = []
    const give = (sample: Sample | Error) => {
      if (sample instanceof Error) throw sample
      return sample
    }
    const body = { id: 'act_1', account_id: '1', currency: 'USD', name: 'Before', status: 'ACTIVE' }
    const amounts = { amount_spent: '700', spend_cap: '1000', objective: 'OUTCOME_TRAFFIC' }
    const outbound = outboundOver(({ method }) => {
      requests.push(method)
      if (method !== 'GET') return give(change)
      return requests.some((made) => made !== 'GET') ? give(failure) : { status: 200, body: { ...body, ...amounts } }
    })
    const wait = async () => undefined
    const call = { ...accountCall({ scopes: ['ads_management'] }, appCall({ outbound, wait })), ...limits }
    return { call, requests }
  }

  for (const [reason, failure] of Object.entries(failures)) {
    it(`${reason} is returned with what was set, for an ad account`, async () => {
      const { call, requests } = begin(failure)
      const changed = await updateAdAccount(call, '1', { name: 'After', spendCap: 2000, resetSpend: true })
      expect(changed).to.include({ id: 'act_1', currency: 'USD', name: 'After', spendCap: 2000, amountSpent: 0 })
      expect(requests.filter((method) => method === 'POST')).to.have.length(1)
    })

    if (reason !== 'because its response has no object') {
      it(`${reason} is returned with what was set, for the status of an object`, async () => {
        const target = { adAccountId: 'act_1', id: '7', status: 'paused' } as const
        const status = { id: '7', kind: 'campaign', status: 'paused', effectiveStatus: 'unknown' }
        expect(await setStatus(begin(failure).call, target)).to.deep.equal(status)
      })
    }

    if (reason !== 'because Meta does not know the object') {
      it(`${reason} is not called one that was not made, if the response to a deletion was lost`, async () => {
        const { call } = begin(failure, { status: 502, body: 'lost' })
        const error = await failureOf(deleteCampaign(call, { adAccountId: 'act_1', campaignId: '7' }))
        expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate', tokenRejected: false })
      })
    }
  }

  it('keeps the fields of an ad account that were not sent, and removes a cap', async () => {
    const { call } = begin({ status: 500 })
    const changed = await updateAdAccount(call, '1', { spendCap: null })
    expect(changed).to.include({ name: 'Before', spendCap: null, amountSpent: 700 })
    const other = await updateAdAccount(begin({ status: 500 }).call, '1', { partner: 'NONE' })
    expect(other).to.include({ name: 'Before', spendCap: 1000, amountSpent: 700 })
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
