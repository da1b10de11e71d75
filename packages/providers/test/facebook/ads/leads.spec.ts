import { expect } from 'chai'
import { listLeads } from '../../../src/facebook/ads/leads.ts'
import { missingAdsScopes } from '../../../src/facebook/ads/scopes.ts'
import { graphSample } from '../../../src/meta/errors.ts'
import { failureOf } from '../../fake-call.ts'
import { outboundOver } from '../../fake-response.ts'
import { accountCall, appCall } from '../network.ts'

const limits = { pausedLimit: async () => null, pauseLimit: async () => undefined }
/** @see https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20) */
const unknown = graphSample(100, { error_subcode: 33, type: 'GraphMethodException' })
const unavailable = graphSample(2, { status: 500, is_transient: true })

interface Page {
  /** The forms of each read of the list, the last one for all further reads. */
  forms: object[][]
  /** The responses to reads of leads that are not successful, keyed by the form's id. */
  failures?: Record<string, { status: number; body: unknown }>
}

/** Reads leads of a Page, and counts the calls in `calls`, by the last part of their paths, without repeated ones. */
function reading({ forms, failures = {} }: Page, formId: string | null = null) {
  const calls: string[] = []
  let lists = 0
  const outbound = outboundOver(({ url }) => {
    const [of = '', edge = ''] = new URL(String(url)).pathname.split('/').slice(-2)
    calls.push(edge === 'leads' ? of : edge)
    if (edge !== 'leads') return { status: 200, body: { data: forms[lists++] ?? forms.at(-1) } }
    const lead = { id: `${of}1`, created_time: '2026-11-20T11:00:00+0000', field_data: [] }
    return failures[of] ?? { status: 200, body: { data: [lead] } }
  })
  const call = { ...accountCall({ scopes: ['leads_retrieval'] }, appCall({ outbound })), ...limits }
  return { calls, page: listLeads(call, { formId, since: null, cursor: null }) }
}

const [first, second] = [{ id: '5' }, { id: '6' }]

describe('the permissions for leads', () => {
  it('include ads_management, without which leads do not name their ads', () => {
    expect(missingAdsScopes('leads', ['leads_retrieval', 'pages_manage_ads', 'ads_read'])).to.deep.equal([
      'ads_management',
    ])
    expect(missingAdsScopes('leads', ['leads_retrieval', 'pages_manage_ads', 'ads_management'])).to.deep.equal([])
  })
})

describe('leads of a form that is unknown to Meta', () => {
  it('are left out if the Page does not list the form any more', async () => {
    const { leads } = await reading({ forms: [[first, second], [second]], failures: { 5: unknown } }).page
    expect(leads.map(({ id }) => id)).to.deep.equal(['61'])
  })

  it('are left out if the Page lists the form as deleted', async () => {
    const forms = [[{ ...first, status: 'DELETED' }, second]]
    const { leads } = await reading({ forms, failures: { 5: unknown } }).page
    expect(leads.map(({ id }) => id)).to.deep.equal(['61'])
  })

  it('are not left out if the Page still lists the form, such as without access to its leads', async () => {
    const { page } = reading({ forms: [[first, second]], failures: { 5: unknown } })
    expect(await failureOf(page)).to.include({ code: 'ad_object_not_found' })
  })

  it('fail if they alone were requested', async () => {
    const { page } = reading({ forms: [[first, second], [second]], failures: { 5: unknown } }, '5')
    expect(await failureOf(page)).to.include({ code: 'ad_object_not_found' })
  })
})

describe('leads of many forms', () => {
  it('are not read further once those of one cannot be read', async () => {
    const forms = Array.from({ length: 40 }, (_, index) => ({ id: String(100 + index) }))
    const failures = { 100: unavailable }
    const { calls, page } = reading({ forms: [forms], failures })
    expect(await failureOf(page)).to.include({ code: 'provider_error' })
    const before = calls.length
    await new Promise(setImmediate)
    expect(before).to.be.below(forms.length)
    expect(calls.length).to.be.at.most(before + 3)
  })
})
