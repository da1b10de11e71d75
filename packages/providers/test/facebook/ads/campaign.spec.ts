import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { createCampaign } from '../../../src/facebook/ads/campaign/create-campaign.ts'
import { beginCampaign, type CampaignCall, type CampaignState } from '../../../src/facebook/ads/campaign/state.ts'
import { graphSample } from '../../../src/meta/errors.ts'
import type { NewCampaign } from '../../../src/ports/ads.ts'
import { failureOf, now } from '../../fake-call.ts'
import { outboundOver, type Sample } from '../../fake-response.ts'
import { accountCall, appCall, pageId } from '../network.ts'
import { campaignInput } from './campaign-input.ts'

const posts = 12
const input = campaignInput({
  postIds: Array.from({ length: posts }, (_, at) => `${pageId}_${at}`),
  status: 'active',
})
const fresh: CampaignState = { ...beginCampaign(() => new Uint8Array(6)), storyIds: [...input.postIds] }
const mark = ' [000000000000]'
const rehearsed: CampaignState = { ...fresh, rehearsed: true, campaignId: '12', adSetId: '13' }
const open = { startedAt: now, claimed: new Set<string>(), linksFetched: null }
const throttled = graphSample(17, { error_subcode: 2446079 })

interface Sent {
  method: string
  path: string
  form: Record<string, string>
}

/**
 * Simulates Meta: `answer` decides by method, path and form; every object that is made gets the number of its call as
 * its id.
 */
function playing(response: (sent: Sent, number: number) => Sample | undefined) {
  const calls: Sent[] = []
  const outbound = outboundOver(({ method, url, body }: OutboundRequest) => {
    const form = body instanceof URLSearchParams ? Object.fromEntries(body) : {}
    const sent = { method, path: new URL(url).pathname.replace('/v25.0', ''), form }
    calls.push(sent)
    return response(sent, calls.length) ?? { status: 200, body: { id: String(calls.length), success: true } }
  })
  const call: CampaignCall = {
    ...accountCall({ scopes: ['ads_management'] }, appCall({ outbound })),
    pausedLimit: async () => null,
    pauseLimit: async () => undefined,
    writeId: 'w',
    createdAt: now,
    input,
  }
  return { call, calls }
}

/** The error with which the checks end a campaign, and how many calls came before it. */
async function rejectedAtOnce(change: Partial<NewCampaign>) {
  const { call, calls } = playing(() => undefined)
  const state = { ...fresh, storyIds: null }
  const failure = await failureOf(createCampaign.advance({ ...call, input: { ...input, ...change } }, state))
  return { failure, calls: calls.length }
}

describe('a campaign for countries that ask who is behind an ad', () => {
  const identity = { beneficiaryId: '71', payorId: '72' }

  for (const [country, name] of [
    ['SG', 'Singapore'],
    ['TW', 'Taiwan'],
    ['TH', 'Thailand'],
  ] as const) {
    it(`is rejected before any call when the identities for ${name} are missing`, async () => {
      const others = Object.fromEntries(['SG', 'TW', 'TH'].map((one) => [one, one === country ? undefined : identity]))
      const { failure, calls } = await rejectedAtOnce({ countries: ['US', country], regionalIdentities: others })
      expect(failure).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(failure['message']).to.contain(name).and.to.contain(`regionalIdentities.${country}`)
      expect(calls).to.equal(0)
    })
  }

  it('declares the categories and identities of its own countries alone', async () => {
    const { call, calls } = playing(() => undefined)
    const regional = { countries: ['TH', 'US', 'SG'], regionalIdentities: { SG: identity, TH: identity, TW: identity } }
    await createCampaign.commit({ ...call, input: { ...input, ...regional } }, { ...rehearsed, adSetId: null }, 'adset')
    expect(calls[0]?.form).to.include({
      regional_regulated_categories: '["SINGAPORE_UNIVERSAL","THAILAND_UNIVERSAL"]',
      regional_regulation_identities: JSON.stringify({
        ...{ singapore_universal_beneficiary: '71', singapore_universal_payer: '72' },
        ...{ universal_beneficiary: '71', universal_payer: '72' },
      }),
    })
    const plain = playing(() => undefined)
    await createCampaign.commit(plain.call, { ...rehearsed, adSetId: null }, 'adset')
    expect(Object.keys(plain.calls[0]?.form ?? {}).filter((key) => key.startsWith('regional'))).to.deep.equal([])
  })
})

describe('a daily budget', () => {
  const startTime = '2026-12-01T00:00:00Z'

  it('is rejected before any call when the campaign runs for 24 hours or less', async () => {
    const day = new Date(now.getTime() + 86_400_000).toISOString()
    for (const schedule of [{ startTime, endTime: '2026-12-02T00:00:00Z' }, { endTime: day }]) {
      const { failure, calls } = await rejectedAtOnce(schedule)
      expect(failure).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(failure['message']).to.contain('24 hours')
      expect(calls).to.equal(0)
    }
  })

  it('is checked with Meta for longer campaigns, as a lifetime budget is for any', async () => {
    for (const change of [
      { startTime, endTime: '2026-12-02T00:00:01Z' },
      { startTime, endTime: '2026-12-01T06:00:00Z', budget: { lifetime: 1_000 } },
    ]) {
      expect((await rejectedAtOnce(change)).calls).to.equal(1)
    }
  })
})

describe('a lifetime budget', () => {
  const startTime = '2026-12-01T00:00:00Z'
  const account = { id: 'act_981', currency: 'USD', min_daily_budget: 100 }

  /** The message with which a budget is rejected before anything is created; null if the next check follows. */
  async function rejection(lifetime: number, schedule: Partial<NewCampaign>): Promise<unknown> {
    const { call } = playing(({ path }) => (path === '/act_981' ? { status: 200, body: account } : { status: 418 }))
    const changed = { ...input, budget: { lifetime }, ...schedule }
    const { code, message } = await failureOf(
      createCampaign.advance({ ...call, input: changed }, { ...fresh, storyIds: null }),
    )
    return code === 'provider_rejected' ? message : null
  }

  it('is rejected if it is below the minimum of a day for each day, with the field, the limit and the value', async () => {
    const week = { startTime, endTime: '2026-12-08T00:00:00Z' }
    expect(await rejection(699, week)).to.equal(
      'lifetimeBudget must be at least 700 minor units of USD, the minimum of this ad account, 100 a day, for 7 days; it is 699.',
    )
    expect(await rejection(700, week)).to.equal(null)
    expect(await rejection(99, { startTime, endTime: '2026-12-01T06:00:00Z' })).to.equal(
      'lifetimeBudget must be at least 100 minor units of USD, the minimum of this ad account; it is 99.',
    )
    expect(await rejection(100, { startTime, endTime: '2026-12-01T06:00:00Z' })).to.equal(null)
  })

  it('counts from now without a start, and leaves a day that is not complete to Meta', async () => {
    const inDays = (days: number) => ({ endTime: new Date(now.getTime() + days * 86_400_000).toISOString() })
    expect(await rejection(299, inDays(3))).to.contain('at least 300 ')
    expect(await rejection(300, inDays(3.9))).to.equal(null)
    expect(await rejection(299, { startTime: '2026-01-01T00:00:00Z', ...inDays(3.9) })).to.contain('at least 300 ')
  })
})

describe('creating a campaign of many posts', () => {
  it('lets Meta check the campaign and every creative before anything is made', async () => {
    const { call, calls } = playing(() => undefined)
    const step = await createCampaign.advance(call, fresh)
    expect(step).to.deep.equal({ kind: 'next', state: { ...fresh, rehearsed: true } })
    expect(calls.map(({ path }) => path)).to.deep.equal([
      '/act_981/campaigns',
      ...input.postIds.map(() => '/act_981/adcreatives'),
    ])
    expect(calls.every(({ form }) => form['execution_options'] === '["validate_only"]')).to.equal(true)
    expect(calls.slice(1).map(({ form }) => form['object_story_id'])).to.deep.equal(input.postIds)
  })

  it('names the Page as what the ad set promotes', async () => {
    const { call, calls } = playing(() => undefined)
    await createCampaign.commit(call, { ...rehearsed, adSetId: null }, 'adset')
    expect(calls[0]?.form['promoted_object']).to.equal(`{"page_id":"${pageId}"}`)
  })

  it('lets Meta check an ad in the new ad set before any creative is made', async () => {
    const { call, calls } = playing(() => undefined)
    const step = await createCampaign.advance(call, rehearsed)
    expect(step).to.deep.equal({ kind: 'next', state: { ...rehearsed, adRehearsed: true } })
    expect(calls.map(({ path }) => path)).to.deep.equal(['/act_981/ads'])
    expect(calls[0]?.form).to.include({
      adset_id: '13',
      creative: `{"object_story_id":"${pageId}_0"}`,
      execution_options: '["validate_only"]',
    })
    const rejects = playing(() => graphSample(100, { error_subcode: 1885154, error_user_msg: 'No promoted object.' }))
    expect(await failureOf(createCampaign.advance(rejects.call, rehearsed))).to.include({
      code: 'provider_rejected',
      outcome: 'rejected',
      message: 'No promoted object.',
    })
  })

  it('makes nothing when Meta rejects the dry run of one creative', async () => {
    const gone = graphSample(100, { error_subcode: 2490155, error_user_msg: 'The post is gone.' })
    const { call } = playing(({ form }) => (form['object_story_id'] === `${pageId}_11` ? gone : undefined))
    expect(await failureOf(createCampaign.advance(call, fresh))).to.include({
      code: 'provider_rejected',
      outcome: 'rejected',
      message: 'The post is gone.',
    })
  })

  it('makes creatives and ads ten at a time, each at the place of its post', async () => {
    const { call, calls } = playing(() => undefined)
    const first = await createCampaign.commit(call, rehearsed, 'creative')
    expect([calls.length, first.creativeIds.length]).to.deep.equal([10, 10])
    const second = await createCampaign.commit(call, first, 'creative')
    expect(calls.slice(10).map(({ form }) => form['object_story_id'])).to.deep.equal([`${pageId}_10`, `${pageId}_11`])
    expect(second.creativeIds).to.deep.equal(Array.from({ length: posts }, (_, at) => String(at + 1)))
    expect(await createCampaign.advance(call, second)).to.deep.equal({ kind: 'commit', step: 'ad' })
    const third = await createCampaign.commit(call, second, 'ad')
    expect(calls.slice(12).map(({ form }) => form['creative'])).to.deep.equal(
      Array.from({ length: 10 }, (_, at) => `{"creative_id":"${at + 1}"}`),
    )
    expect(third.adIds).to.have.lengthOf(10)
  })

  it('keeps what was made when one of ten is rejected, and then ends with that rejection', async () => {
    const { call } = playing((_sent, number) => (number === 4 ? throttled : undefined))
    const state = await createCampaign.commit(call, rehearsed, 'creative')
    expect(state.creativeIds).to.deep.equal(['1', '2', '3', null, '5', '6', '7', '8', '9', '10'])
    const failure = await failureOf(createCampaign.advance(call, state))
    expect(failure).to.include({ code: 'rate_limited', outcome: 'rejected', final: true, retryAfter: 60 })
    expect(failure['details']).to.deep.equal({ limit: 'ad_account', retryAfterSeconds: 60 })
    // The campaign, the ad set, and nine creatives.
    expect(createCampaign.leftovers?.(state)).to.have.lengthOf(11)
  })

  it('tries again what an expired token prevented', async () => {
    const expired = graphSample(190, { error_subcode: 463 })
    const { call, calls } = playing((_sent, number) => (number === 4 ? expired : undefined))
    const state = await createCampaign.commit(call, rehearsed, 'creative')
    expect(state).to.not.have.property('rejection')
    const next = await createCampaign.commit(call, state, 'creative')
    expect(calls.slice(10).map(({ form }) => form['object_story_id'])).to.deep.equal(
      [3, 10, 11].map((place) => `${pageId}_${place}`),
    )
    expect(next.creativeIds).to.not.include(null)
  })

  it('does not know what was made when one response of ten is lost, and finds the others by their names', async () => {
    const { call } = playing((_sent, number) => (number === 4 ? graphSample(2, { status: 500 }) : undefined))
    const failure = await failureOf(createCampaign.commit(call, rehearsed, 'creative'))
    expect(failure).to.include({ outcome: 'indeterminate' })
    const added = ' 2026-11-20-34f31a974ff59a738467f357f779b323'
    const named = (places: number[]) =>
      places.map((place) => ({ id: `7${place}`, name: `Spring ${place + 1}${mark}${added}` }))
    const foreign = [{ id: '9', name: 'Spring 1 [ffffffffffff]' }, { id: '8', name: 'Spring 4' }, { id: '6' }]
    const some = playing(() => ({ status: 200, body: { data: [...foreign, ...named([0, 2, 9])] } })).call
    const verdict = await createCampaign.reconcile(some, rehearsed, { ...open, step: 'creative' })
    const found = ['70', null, '72', null, null, null, null, null, null, '79']
    expect(verdict).to.deep.equal({ kind: 'absent', state: { ...rehearsed, creativeIds: found } })
    const all = playing(() => ({ status: 200, body: { data: named([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) } })).call
    expect(await createCampaign.reconcile(all, rehearsed, { ...open, step: 'creative' })).to.have.property(
      'kind',
      'done',
    )
    const none = playing(() => ({ status: 200, body: { data: foreign } })).call
    expect(await createCampaign.reconcile(none, rehearsed, { ...open, step: 'creative' })).to.deep.equal({
      kind: 'absent',
    })
  })

  it('finds ads by the ends of their names', async () => {
    const data = [
      { id: '81', name: 'Spring 1 11' },
      { id: '80', name: 'Spring 1 1' },
    ]
    const { call } = playing(() => ({ status: 200, body: { data } }))
    const odd = { ...call, input: { ...input, name: 'Spring 1' } }
    const verdict = await createCampaign.reconcile(odd, rehearsed, { ...open, step: 'ad' })
    expect(verdict.kind === 'absent' && verdict.state?.['adIds']).to.deep.equal(['80'])
  })

  it('finds a campaign whose name Meta has changed before the marker', async () => {
    const data = [{ id: '12', name: `Spring sale${mark} ` }]
    const { call } = playing(() => ({ status: 200, body: { data } }))
    const odd = { ...call, input: { ...input, name: '  Spring\tsale ' } }
    const state = { ...fresh, rehearsed: true }
    const verdict = await createCampaign.reconcile(odd, state, { ...open, step: 'campaign' })
    expect(verdict).to.deep.equal({ kind: 'done', state: { ...state, campaignId: '12' } })
  })

  it('switches everything below the campaign on before the campaign', async () => {
    const { call, calls } = playing(() => undefined)
    const ids = input.postIds.map((_, at) => `5${at}`)
    const complete = { ...rehearsed, creativeIds: ids, adIds: ids }
    const step = await createCampaign.advance(call, complete)
    if (step.kind !== 'next') throw new Error('a state was expected')
    expect(calls.map(({ path }) => path)).to.deep.equal([...ids.map((id) => `/${id}`), '/13'])
    await createCampaign.advance(call, step.state)
    expect(calls.at(-1)).to.deep.equal({ method: 'POST', path: '/12', form: { name: 'Spring', status: 'ACTIVE' } })
  })
})

describe('what was made of a campaign so far', () => {
  const adIds = ['31', null, '33']
  const made: CampaignState = { ...rehearsed, creativeIds: ['21', null, '23'], adIds }

  it('is everything that was made, in the order of the tree', () => {
    expect(createCampaign.leftovers?.(made)).to.deep.equal([
      { kind: 'campaign', id: '12' },
      { kind: 'adset', id: '13' },
      { kind: 'creative', id: '21' },
      { kind: 'creative', id: '23' },
      { kind: 'ad', id: '31' },
      { kind: 'ad', id: '33' },
    ])
    expect(
      createCampaign.leftovers?.({ ...made, campaignId: null, adSetId: null, creativeIds: [], adIds: [] }),
    ).to.deep.equal([])
  })

  it('leaves out ad set and ads while it is undone, as they go with the campaign', () => {
    const undoing = createCampaign.undo?.(made)
    if (!undoing) throw new Error('it was expected to undo')
    const kinds = createCampaign.leftovers?.(undoing)?.map(({ kind }) => kind)
    expect(kinds).to.deep.equal(['campaign', 'creative', 'creative'])
  })
})

describe('undoing a campaign', () => {
  const made: CampaignState = { ...rehearsed, creativeIds: ['21', null, '23'] }
  const undoing = createCampaign.undo?.(made)
  /** Creatives carry the name that this campaign gave them, and what Meta adds to it. */
  const ours = ({ method, path }: Sent): Sample | undefined =>
    method === 'GET'
      ? { status: 200, body: { id: path.slice(1), name: `Spring 1${mark} 2026-11-20-34f31a97` } }
      : undefined

  it('waits as long as Meta says where its limits prevent deleting, and goes on', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const usage = { 'x-ad-account-usage': JSON.stringify({ acc_id_util_pct: 100, reset_time_duration: 300 }) }
    const limited = { ...throttled, headers: usage }
    const { call, calls } = playing(({ path }) => (path === '/12' ? limited : undefined))
    const step = await createCampaign.advance(call, undoing)
    expect(step).to.include({ kind: 'wait', seconds: 300, accepted: false })
    expect(calls).to.have.lengthOf(1)
    if (step.kind !== 'wait') throw new Error('a state was expected')
    const later = playing(ours)
    const ended = await createCampaign.advance(later.call, step.state)
    expect(later.calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'DELETE /12',
      'GET /21',
      'GET /23',
      'DELETE /21',
      'DELETE /23',
    ])
    if (ended.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(ended.state)).to.deep.equal([])
    expect(await createCampaign.advance(later.call, ended.state)).to.have.property('kind', 'done')
  })

  it('does not delete a creative of an earlier campaign, which Meta has returned for the same post', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const earlier = {
      status: 200,
      body: { id: '21', name: 'Winter 4 [ffffffffffff] 2026-11-01-34f31a974ff59a738467f357' },
    }
    const { call, calls } = playing((sent) => (sent.path === '/21' ? earlier : ours(sent)))
    const step = await createCampaign.advance(call, undoing)
    const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
    expect(deleted).to.deep.equal(['/12', '/23'])
    if (step.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(step.state)).to.deep.equal([])
  })

  it('names a creative whose name Meta does not tell', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const { call, calls } = playing((sent) => (sent.path === '/21' ? { status: 200, body: { id: '21' } } : ours(sent)))
    const step = await createCampaign.advance(call, undoing)
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/21')).to.equal(false)
    if (step.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(step.state)).to.deep.equal([{ kind: 'creative', id: '21' }])
  })

  it('names what Meta does not delete', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const rejected = graphSample(100, { error_subcode: 1487566 })
    const { call } = playing((sent) => (sent.method === 'DELETE' && sent.path === '/23' ? rejected : ours(sent)))
    const step = await createCampaign.advance(call, undoing)
    if (step.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(step.state)).to.deep.equal([{ kind: 'creative', id: '23' }])
  })

  it('does not name a campaign that an earlier call deleted whose response was lost', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const rejected = graphSample(100, { error_subcode: 1487056 })
    for (const [status, left] of [
      ['DELETED', []],
      ['PAUSED', [{ kind: 'campaign', id: '12' }]],
    ] as const) {
      const { call } = playing((sent) => {
        if (sent.path !== '/12') return ours(sent)
        return sent.method === 'DELETE' ? rejected : { status: 200, body: { id: '12', account_id: '981', status } }
      })
      const step = await createCampaign.advance(call, undoing)
      if (step.kind !== 'next') throw new Error('it was expected to be over')
      expect(createCampaign.leftovers?.(step.state)).to.deep.equal(left)
    }
  })

  it('gives up what fails three times, or is throttled fifteen times', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    for (const [sample, rounds] of [
      [graphSample(2, { status: 500 }), 3],
      [throttled, 15],
    ] as const) {
      const { call } = playing(() => sample)
      let state = undoing
      for (let round = 1; ; round++) {
        const step = await createCampaign.advance(call, state)
        if (step.kind === 'next') {
          expect(round).to.equal(rounds)
          expect(createCampaign.leftovers?.(step.state)).to.have.lengthOf(3)
          break
        }
        if (step.kind !== 'wait') throw new Error('it was expected to wait')
        state = step.state
      }
    }
  })
})
