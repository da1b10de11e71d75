import type { OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import { createCampaign } from '../../../src/facebook/ads/campaign/create-campaign.ts'
import { beginCampaign, type CampaignCall, type CampaignState } from '../../../src/facebook/ads/campaign/state.ts'
import { graphSample } from '../../../src/meta/errors.ts'
import { failureOf, now } from '../../fake-call.ts'
import { outboundOver, type Sample } from '../../fake-response.ts'
import { accountCall, appCall, pageId } from '../network.ts'

const posts = 12
const input = {
  adAccountId: 'act_981',
  name: 'Spring',
  postIds: Array.from({ length: posts }, (_, at) => `${pageId}_${at}`),
  budget: { daily: 1_000 },
  countries: ['US'],
  startTime: null,
  endTime: null,
  ageMin: 18,
  ageMax: 65,
  specialAdCategories: [],
  status: 'active',
  dsaBeneficiary: null,
  dsaPayor: null,
} as const
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
    expect(createCampaign.leftovers?.(state)).to.have.lengthOf(10)
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
    const named = (places: number[]) => places.map((place) => ({ id: `7${place}`, name: `Spring ${place + 1}${mark}` }))
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

describe('undoing a campaign', () => {
  const made: CampaignState = { ...rehearsed, creativeIds: ['21', null, '23'] }
  const undoing = createCampaign.undo?.(made)

  it('waits as long as Meta says where its limits prevent deleting, and goes on', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const usage = { 'x-ad-account-usage': JSON.stringify({ acc_id_util_pct: 100, reset_time_duration: 300 }) }
    const limited = { ...throttled, headers: usage }
    const { call, calls } = playing(({ path }) => (path === '/12' ? limited : undefined))
    const step = await createCampaign.advance(call, undoing)
    expect(step).to.include({ kind: 'wait', seconds: 300, accepted: false })
    expect(calls).to.have.lengthOf(1)
    if (step.kind !== 'wait') throw new Error('a state was expected')
    const later = playing(() => undefined)
    const ended = await createCampaign.advance(later.call, step.state)
    expect(later.calls.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'DELETE /12',
      'DELETE /21',
      'DELETE /23',
    ])
    if (ended.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(ended.state)).to.deep.equal([])
    expect(await createCampaign.advance(later.call, ended.state)).to.have.property('kind', 'done')
  })

  it('names what Meta does not delete', async () => {
    if (!undoing) throw new Error('it was expected to undo')
    const rejected = graphSample(100, { error_subcode: 1487566 })
    const { call } = playing(({ path }) => (path === '/23' ? rejected : undefined))
    const step = await createCampaign.advance(call, undoing)
    if (step.kind !== 'next') throw new Error('it was expected to be over')
    expect(createCampaign.leftovers?.(step.state)).to.deep.equal([{ kind: 'creative', id: '23' }])
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
