import { noMetrics } from '@carillon/domain'
import { OutboundError, type OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import nock from 'nock'
import { pageInsightsOf } from '../../src/facebook/reports/page-insights.ts'
import { pageMetrics, pageOf } from '../../src/facebook/reports/page-metrics.ts'
import { recentPostsOf } from '../../src/facebook/reports/recent-posts.ts'
import { graphSample } from '../../src/meta/errors.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { outboundOver } from '../fake-response.ts'
import { everyCell } from '../report-cells.ts'
import { accountCall, graph, pageId, withoutPage } from './network.ts'

const query = { window: null, videoIds: null }
const path = `/v25.0/${pageId}`
const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content', 'read_insights']

/** @see https://developers.facebook.com/docs/graph-api/reference/page/insights (read 2026-11-20) */
function insight(name: string, period: string, values: [value: unknown, endTime: string][]) {
  return {
    id: `${pageId}/insights/${name}/${period}`,
    name,
    period,
    title: 'Reported by Graph',
    values: values.map(([value, endTime]) => ({ value, end_time: endTime })),
  }
}

const rolling = (name: string, value: unknown) =>
  insight(name, 'days_28', [
    [1, '2026-11-18T08:00:00+0000'],
    [value, '2026-11-19T08:00:00+0000'],
  ])
const daily = (name: string, value: unknown) => insight(name, 'day', [[value, '2026-11-19T08:00:00+0000']])

describe("a Page's own fields in its metrics", () => {
  const cells = ['name', 'username', 'category', 'link'].map((name) => ({
    ours: name,
    theirs: name,
    value: `a ${name}`,
  }))
  everyCell(cells, (page) => pageOf(pageId, page))
})

describe("what a Page's newest posts were given", () => {
  const post = (likes: number | null, comments: number | null, shares: number | null) => ({
    metrics: { ...noMetrics, likes, comments, shares },
  })
  const silent = post(null, null, null)
  const cases: [title: string, posts: Parameters<typeof recentPostsOf>[0], sums: (number | null)[]][] = [
    ['is 0 over no posts', [], [0, 0, 0, 0]],
    ['is null over posts that report nothing', [silent, silent], [2, null, null, null]],
    ['is the sum of what is reported', [post(3, 1, 2), post(0, 0, null)], [2, 3, 1, 2]],
    ['is 0 if 0 is reported', [post(0, 0, 0)], [1, 0, 0, 0]],
  ]
  for (const [title, posts, [recentPosts, recentPostLikes, recentPostComments, recentPostShares]] of cases) {
    it(title, () => {
      expect(recentPostsOf(posts)).to.deep.equal({
        recentPosts,
        recentPostLikes,
        recentPostComments,
        recentPostShares,
      })
    })
  }
})

describe('the insights of a Page', () => {
  const metrics = [
    ['views', 'page_media_view', 'days_28'],
    ['engagements', 'page_post_engagements', 'days_28'],
    ['pageViews', 'page_views_total', 'days_28'],
    ['followers', 'page_follows', 'day'],
  ] as const
  for (const [ours, theirs, period] of metrics) {
    const read = (value: unknown) =>
      pageInsightsOf(period === 'day' ? [] : [rolling(theirs, value)], period === 'day' ? [daily(theirs, value)] : [])
    it(`${ours}: is the newest ${theirs} of ${period}, never a sum`, () => expect(read(70)).to.have.property(ours, 70))
    it(`${ours}: is 0 if the network says 0`, () => expect(read(0)).to.have.property(ours, 0))
    it(`${ours}: is the sum of the parts that it is broken down into`, () =>
      expect(read({ organic: 40, paid: { reels: 5, other: 0 } })).to.have.property(ours, 45))
    it(`${ours}: is null without the metric`, () => expect(pageInsightsOf([], [])).to.have.property(ours, null))
  }

  it('has one value for each of the last 28 days, oldest first, on the day in California that ended', () => {
    const stamps = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2026, 9, 21 + index, 8)).toISOString())
    // Until the clocks change on 1 November, the day in California ends at 7:00 UTC.
    const ends = stamps.map((stamp) => (stamp < '2026-11-02' ? stamp.replace('T08', 'T07') : stamp))
    const values = ends.map((end, index): [number, string] => [index, end])
    const report = pageInsightsOf([], [insight('page_media_view', 'day', values.toReversed())])
    expect(report.daily).to.have.length(28)
    expect(report.daily[0]).to.deep.equal({ date: '2026-10-22', value: 2 })
    expect(report.daily.find(({ date }) => date === '2026-11-01')).to.deep.equal({ date: '2026-11-01', value: 12 })
    expect(report.daily.at(-1)).to.deep.equal({ date: '2026-11-18', value: 29 })
  })
})

/** A call that ends with its signal alone. */
function untilAborted({ signal }: OutboundRequest): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new OutboundError('aborted', true, 'aborted')))
  })
}

describe("reading a Page's metrics", () => {
  intercept()

  const call = (granted = scopes) => accountCall({ scopes: granted })
  function mockPage(body: object = { id: pageId, name: 'Bakery', followers_count: 5, fan_count: 0 }, status = 200) {
    nock(graph, { reqheaders: { authorization: 'Bearer page-token' } })
      .get(path)
      .query(({ fields }) => fields === 'id,name,username,category,link,followers_count,fan_count')
      .reply(status, body)
  }
  function mockPosts(posts: object[] = [], reels: object[] = []) {
    for (const [edge, data] of Object.entries({ published_posts: posts, video_reels: reels })) {
      nock(graph)
        .get(`${path}/${edge}`)
        .query(({ limit }) => limit === '25')
        .reply(200, { data })
    }
  }
  function mockInsights(metric: string, body: object, status = 200) {
    nock(graph)
      .get(`${path}/insights`)
      .query((sent) => sent['metric'] === metric)
      .reply(status, body)
  }
  const ofWeeks = 'page_media_view,page_post_engagements,page_views_total'
  const ofDays = 'page_media_view,page_follows'

  it('reads Page, posts and insights side by side', async () => {
    mockPage()
    mockPosts()
    mockInsights(ofWeeks, { data: [rolling('page_media_view', 900), rolling('page_views_total', 30)] })
    mockInsights(ofDays, { data: [daily('page_media_view', 40), daily('page_follows', 5)] })
    expect(await pageMetrics()(call(), query)).to.deep.equal({
      page: { id: pageId, name: 'Bakery', username: null, category: null, link: null },
      metrics: {
        followers: 5,
        fans: 0,
        recentPosts: 0,
        recentPostLikes: 0,
        recentPostComments: 0,
        recentPostShares: 0,
      },
      insights: {
        periodDays: 28,
        views: 900,
        engagements: null,
        pageViews: 30,
        followers: 5,
        daily: [{ date: '2026-11-18', value: 40 }],
      },
      insightsUnavailable: null,
    })
  })

  it('sums over posts and reels, each once', async () => {
    const summary = (count: number) => ({ data: [], summary: { total_count: count } })
    const at = (hour: number) => ({ created_time: `2026-11-20T${10 + hour}:00:00+0000` })
    const given = { reactions: summary(3), comments: summary(2), shares: { count: 4 } }
    mockPage()
    mockPosts(
      [{ id: `${pageId}_1`, ...at(1), ...given }],
      [
        { id: '71', post_id: '1', ...at(1), likes: summary(1), comments: summary(2) },
        { id: '72', post_id: '2', ...at(2), likes: summary(5), comments: summary(6) },
      ],
    )
    const { metrics } = await pageMetrics()(call(['pages_read_engagement']), query)
    expect(metrics).to.deep.include({
      recentPosts: 2,
      recentPostLikes: 8,
      recentPostComments: 8,
      recentPostShares: 4,
    })
  })

  it('asks for no insights without read_insights', async () => {
    mockPage()
    mockPosts()
    const report = await pageMetrics()(call(['pages_read_engagement']), query)
    expect(report).to.include({ insights: null, insightsUnavailable: 'permission_missing' })
    expect(report.metrics.followers).to.equal(5)
  })

  const permissions = (status: string) => ({ data: [{ permission: 'read_insights', status }] })
  const facts: [reason: string, granted: object, pages: object][] = [
    ['permission_missing', permissions('declined'), { data: [{ id: pageId, tasks: ['ANALYZE'] }] }],
    ['analyze_task_missing', permissions('granted'), { data: [{ id: pageId, tasks: ['CREATE_CONTENT'] }] }],
    ['provider_error', permissions('granted'), { data: [{ id: pageId, tasks: ['PROFILE_PLUS_ANALYZE'] }] }],
    ['provider_error', permissions('granted'), { data: [{ id: pageId, tasks: ['PROFILE_PLUS_FULL_CONTROL'] }] }],
    ['provider_error', permissions('granted'), { data: [] }],
  ]
  for (const [reason, granted, pages] of facts) {
    it(`says ${reason} by what the user granted and may do on the Page: ${JSON.stringify(pages)}`, async () => {
      mockPage()
      mockPosts()
      nock(graph)
        .get(`${path}/insights`)
        .query(true)
        .times(2)
        .reply(403, graphSample(200).body as object)
      nock(graph, { reqheaders: { authorization: 'Bearer user-token' } })
        .get('/v25.0/me/permissions')
        .query(true)
        .reply(200, granted)
        .get('/v25.0/me/accounts')
        .query(({ fields }) => fields === 'id,tasks')
        .reply(200, pages)
      const report = await pageMetrics()(call(), query)
      expect(report).to.include({ insights: null, insightsUnavailable: reason })
    })
  }

  it('returns the rest if the insights are throttled', async () => {
    mockPage()
    mockPosts()
    nock(graph)
      .get(`${path}/insights`)
      .query(true)
      .times(2)
      .reply(400, graphSample(80001).body as object)
    const report = await pageMetrics()(call(), query)
    expect(report).to.include({ insights: null, insightsUnavailable: 'provider_error' })
    expect(report.page.name).to.equal('Bakery')
  })

  it('returns the rest if the insights take longer than their own deadline', async () => {
    const quick = outboundOver(() => ({ status: 200, body: { id: pageId, name: 'Bakery', data: [] } }))
    const slow = {
      ...quick,
      request: (sent: OutboundRequest) =>
        String(sent.url).includes('/insights') ? untilAborted(sent) : quick.request(sent),
    }
    const report = await pageMetrics(20)({ ...call(), outbound: slow }, query)
    expect(report).to.include({ insights: null, insightsUnavailable: 'provider_error' })
    expect(report.page.name).to.equal('Bakery')
  })

  it('leaves out a metric that is no longer reported, and notes it', async () => {
    const dropped: string[] = []
    mockPage()
    mockPosts()
    mockInsights(ofWeeks, graphSample(100).body as object, 400)
    mockInsights('page_media_view', { data: [rolling('page_media_view', 900)] })
    mockInsights('page_post_engagements', graphSample(100).body as object, 400)
    mockInsights('page_views_total', { data: [rolling('page_views_total', 0)] })
    mockInsights(ofDays, { data: [daily('page_follows', 5)] })
    const report = await pageMetrics()({ ...call(), noteDroppedMetric: (metric) => void dropped.push(metric) }, query)
    expect(report.insights).to.include({ views: 900, engagements: null, pageViews: 0, followers: 5 })
    expect(dropped).to.deep.equal(['page_post_engagements'])
  })

  it('says provider_error if no metric at all is accepted: then it is not the metrics', async () => {
    mockPage()
    mockPosts()
    nock(graph)
      .get(`${path}/insights`)
      .query(true)
      .times(7)
      .reply(400, graphSample(100).body as object)
    const report = await pageMetrics()(call(), query)
    expect(report).to.include({ insights: null, insightsUnavailable: 'provider_error' })
  })

  it('rejects an account without a Page before any call', async () => {
    const failure = await failureOf(pageMetrics()(accountCall(withoutPage), query))
    expect(failure).to.have.property('code', 'page_not_selected')
  })

  const rejections: [sample: ReturnType<typeof graphSample>, ours: object][] = [
    [graphSample(190, { status: 401 }), { code: 'connection_expired', tokenRejected: true }],
    [graphSample(10, { status: 403 }), { code: 'connection_expired', tokenRejected: false }],
    [graphSample(4), { code: 'provider_error', status: 502, retryAfter: 300 }],
  ]
  for (const [{ status, body }, ours] of rejections) {
    it(`a rejected Page is ${JSON.stringify(ours)}`, async () => {
      mockPage(body as object, status)
      mockPosts()
      expect(await failureOf(pageMetrics()(call(['pages_read_engagement']), query))).to.include(ours)
    })
  }
})
