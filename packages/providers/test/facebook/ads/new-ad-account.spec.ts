import { expect } from 'chai'
import { createAdAccount } from '../../../src/facebook/ads/create-ad-account.ts'
import { failureOf, now } from '../../fake-call.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

const parties = { endAdvertiser: 'NONE', mediaAgency: 'NONE', partner: 'NONE' }
const input = { businessId: '33', name: 'Spring', currency: 'USD', timezoneId: 1, ...parties }
const open = { step: 'ad_account', startedAt: now, claimed: new Set(['act_4']), linksFetched: null }
const alike = (id: string) => ({ id, name: 'Spring', currency: 'USD', timezone_id: 1 })
const others = [
  { ...alike('act_90'), name: 'Spring 2' },
  { ...alike('act_91'), currency: 'EUR' },
  { ...alike('act_92'), timezone_id: 2 },
]

function listing(data: object[]) {
  const outbound = outboundOver(() => ({ status: 200, body: { data } }))
  const account = accountCall({ scopes: ['business_management', 'ads_management'] }, appCall({ outbound }))
  const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }
  return { ...account, ...limits, writeId: 'w', createdAt: now, input }
}

describe('an ad account whose creation got no response', () => {
  const state = { before: ['act_1'], id: null }

  it('notes the ad accounts that look like it before it is created', async () => {
    const step = await createAdAccount.advance(listing([alike('act_1'), ...others]), createAdAccount.begin(begin))
    expect(step).to.deep.equal({ kind: 'next', state })
  })

  const cases: [string, object[], object][] = [
    [
      'is the one that is new and looks like it',
      [alike('act_1'), alike('act_2'), ...others],
      { kind: 'done', state: { ...state, id: 'act_2' } },
    ],
    ['is absent while only the old ones are there', [alike('act_1'), ...others], { kind: 'absent' }],
    ['is not one that another write has created', [alike('act_4')], { kind: 'absent' }],
  ]
  for (const [title, data, verdict] of cases) {
    it(title, async () => {
      expect(await createAdAccount.reconcile(listing(data), state, open)).to.deep.equal(verdict)
    })
  }

  it('is not guessed where two are new', async () => {
    const verdict = await createAdAccount.reconcile(listing([alike('act_2'), alike('act_3')]), state, open)
    expect(verdict).to.have.property('kind', 'undecidable')
  })

  it('is not known to be created by a response without an id', async () => {
    const failure = await failureOf(createAdAccount.commit(listing([]), state, 'ad_account'))
    expect(failure).to.include({ outcome: 'indeterminate' })
  })
})

const begin = { writeId: 'w', items: 1, now, random: () => new Uint8Array(6) }
