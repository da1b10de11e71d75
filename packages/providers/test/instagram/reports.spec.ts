import { expect } from 'chai'
import nock from 'nock'
import type { Credentials } from '../../src/instagram/credentials.ts'
import { accountInsights, insightOf } from '../../src/instagram/reports/account-insights.ts'
import { graphSample } from '../../src/meta/errors.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { accountCall, accountId, facebookCredentials, facebookGraph, graph, instagramCredentials } from './network.ts'
import { facebookScopes, scopes } from './responses.ts'

const query = { window: null, videoIds: null }
const path = `/v25.0/${accountId}/insights`
const all = 'views,reach,total_interactions,accounts_engaged'
const until = now.getTime() / 1000

/** @see https://developers.facebook.com/documentation/instagram-platform/api-reference/instagram-user/insights (read 2026-11-20) */
function total(name: string, value: unknown) {
  return {
    name,
    period: 'day',
    title: 'Views',
    description: 'Told.',
    total_value: { value },
    id: `${accountId}/insights/${name}/day`,
  }
}

const entry = (name: string, value: number) => ({
  name,
  period: 'day',
  title: 'Views',
  description: 'Told.',
  values: [{ value }],
})

function callWith(credentials: Credentials = instagramCredentials, granted: readonly string[] = scopes) {
  const call = accountCall(credentials)
  return { ...call, account: { ...call.account, scopes: granted } }
}

describe("a metric of an Instagram account's insights", () => {
  const cells: [title: string, sent: Record<string, unknown>, becomes: object[]][] = [
    ['is its total', total('views', 12), [entry('views', 12)]],
    ['is 0 if the network says 0', total('reach', 0), [entry('reach', 0)]],
    ['is left out without a total', { name: 'reach', period: 'day' }, []],
    ['is left out if its total is null', total('reach', null), []],
    ['is left out without a name', { total_value: { value: 1 } }, []],
    [
      'has null for what is not said of it, and keeps an empty text',
      { name: 'views', description: '', total_value: { value: 1 } },
      [{ name: 'views', period: null, title: null, description: '', values: [{ value: 1 }] }],
    ],
  ]
  for (const [title, sent, becomes] of cells) it(title, () => expect(insightOf(sent)).to.deep.equal(becomes))
})

describe("reading an Instagram account's insights", () => {
  intercept()
  function mockResponse(metric: string, body: object, { status = 200, host = graph } = {}) {
    nock(host)
      .get(path)
      .query((sent) => sent['metric'] === metric && sent['metric_type'] === 'total_value' && sent['period'] === 'day')
      .reply(status, body)
  }

  for (const [credentials, granted, host] of [
    [instagramCredentials, scopes, graph],
    [facebookCredentials, facebookScopes, facebookGraph],
  ] as const) {
    it(`asks for totals of the last 28 days (${credentials.login})`, async () => {
      const asked: Record<string, unknown>[] = []
      nock(host)
        .get(path)
        .query((sent) => asked.push(sent) > 0)
        .reply(200, { data: [total('views', 12), total('reach', 7)] })
      const report = await accountInsights(callWith(credentials, granted), query)
      expect(asked[0]).to.include({ metric: all, since: String(until - 28 * 86_400), until: String(until) })
      expect(report).to.deep.equal({ insights: [entry('views', 12), entry('reach', 7)] })
    })

    it(`asks nothing without the permission (${credentials.login})`, async () => {
      const failure = await failureOf(accountInsights(callWith(credentials, granted.slice(0, 1)), query))
      expect(failure).to.include({ code: 'connection_expired', tokenRejected: false })
    })
  }

  it('is empty for an account with too few followers or too little history', async () => {
    mockResponse(all, { data: [] })
    expect(await accountInsights(callWith(), query)).to.deep.equal({ insights: [] })
  })

  it('leaves out a metric that is no longer reported, and notes it', async () => {
    const dropped: string[] = []
    mockResponse(all, graphSample(100).body as object, { status: 400 })
    mockResponse('views', { data: [total('views', 12)] })
    mockResponse('reach', graphSample(100).body as object, { status: 400 })
    mockResponse('total_interactions', { data: [] })
    mockResponse('accounts_engaged', { data: [total('accounts_engaged', 0)] })
    const report = await accountInsights({ ...callWith(), noteDroppedMetric: (name) => void dropped.push(name) }, query)
    expect(report.insights.map(({ name }) => name)).to.deep.equal(['views', 'accounts_engaged'])
    expect(dropped).to.deep.equal(['reach'])
  })

  it('fails if no metric at all is accepted: then it is not the metrics', async () => {
    nock(graph)
      .get(path)
      .query(true)
      .times(5)
      .reply(400, graphSample(100).body as object)
    expect(await failureOf(accountInsights(callWith(), query))).to.have.property('code', 'provider_error')
  })

  const rejections: [sample: ReturnType<typeof graphSample>, ours: object][] = [
    [graphSample(190, { status: 401 }), { code: 'connection_expired', tokenRejected: true }],
    [graphSample(10, { status: 403 }), { code: 'connection_expired', tokenRejected: false }],
    [graphSample(100, { error_subcode: 33 }), { code: 'connection_expired', tokenRejected: false }],
    [graphSample(80002), { code: 'provider_error', status: 502, retryAfter: 300 }],
    [graphSample(25), { code: 'provider_error', status: 502 }],
  ]
  for (const [{ status, body }, ours] of rejections) {
    it(`${JSON.stringify(body)} is ${JSON.stringify(ours)}`, async () => {
      mockResponse(all, body as object, { status })
      expect(await failureOf(accountInsights(callWith(), query))).to.include(ours)
    })
  }
})
