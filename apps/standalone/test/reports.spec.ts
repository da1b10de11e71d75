import { expect } from 'chai'
import { connectUser } from './connect-user.ts'
import { type Entry, expectations } from './flows/expected-reports.ts'
import type { Held } from './flows/flow.ts'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

/** Users of the sandbox whose accounts cannot be connected: no channel, no professional account. */
const notConnectable = ['viewer.only', 'pia.at.home']

// biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
type Figures = Record<string, any>

/** What `insightsUnavailable` is for Pages with a trait; null for the others. */
const unavailable: Record<string, string> = { no_analyze_task: 'analyze_task_missing' }

describe('reports, held against the raw responses of the networks', function () {
  this.timeout(600_000)
  let whole: Whole
  before(async () => {
    whole = await startWhole({ networks: ['facebook', 'instagram', 'tiktok', 'youtube'] })
  })
  after(() => whole.close())
  afterEach(() => whole.sandboxCall('DELETE', '/faults'))

  async function people(platform: string): Promise<Held[]> {
    const { body } = await whole.sandboxCall('GET', `/state/${platform}`)
    return body.accounts.filter(({ handle }: Held) => !notConnectable.includes(handle))
  }

  const connect = (platform: string, as: string, withhold: string[] = []) =>
    connectUser(whole, { platform, as, withhold, select: 'all' })

  /** A report and the calls that it made. */
  async function read(
    platform: string,
    report: string,
    query: string,
  ): Promise<{ response: ApiResponse; entries: Entry[] }> {
    const count = (await whole.sandboxCall('GET', `/journal?network=${platform}`)).body.length
    const response = await whole.call('GET', `/analytics/${platform}/${report}?${query}`)
    const journal = await whole.sandboxCall('GET', `/journal?network=${platform}&bodies=true`)
    return { response, entries: journal.body.slice(count) }
  }

  function figuresOf({ status, body }: ApiResponse): object {
    expect(status, JSON.stringify(body)).to.equal(200)
    const { platform: _platform, accountId: _account, profileId: _profile, fetchedAt: _at, ...figures } = body
    return figures
  }

  for (const [platform, reports] of Object.entries(expectations)) {
    it(`${platform}: every report of every user is what the network said`, async () => {
      let compared = 0
      for (const { handle } of await people(platform)) {
        for (const accountId of await connect(platform, handle)) {
          for (const [report, expected] of Object.entries(reports)) {
            const { response, entries } = await read(platform, report, `accountId=${accountId}`)
            if (response.body.error?.code === 'page_not_selected') continue
            const { insightsUnavailable: _, ...figures } = figuresOf(response) as Record<string, unknown>
            // A channel without uploads is asked for no figures, so that no call names the days.
            const asked = entries.some(({ operation }) => operation === 'reports.query')
            if (platform === 'youtube' && !asked) expect(response.body.insights.videos).to.deep.equal([])
            else expect(figures, `${handle} ${report}`).to.deep.equal(expected(entries))
            compared++
          }
        }
      }
      expect(compared).to.be.at.least(4)
    })
  }

  it('facebook: says why a Page has no insights, by the facts', async () => {
    for (const { handle, pages } of await people('facebook')) {
      const ids = await connect('facebook', handle)
      for (const accountId of ids) {
        const { response } = await read('facebook', 'page-metrics', `accountId=${accountId}`)
        if (response.status === 409) continue
        const page = pages.find(({ id }: Held) => id === response.body.page.id)
        const reason = page.traits.map((trait: string) => unavailable[trait]).find(Boolean) ?? null
        expect(response.body.insightsUnavailable, `${handle} ${page.username}`).to.equal(reason)
        if (page.traits.includes('no_figures')) {
          expect(response.body.insights).to.include({
            views: null,
            engagements: null,
            pageViews: null,
            followers: null,
          })
          expect(response.body.insights.daily).to.deep.equal([])
        }
      }
    }
    const [withheld = ''] = await connect('facebook', 'nora.lindqvist', ['read_insights'])
    const { response, entries } = await read('facebook', 'page-metrics', `accountId=${withheld}`)
    expect(response.body).to.include({ insights: null, insightsUnavailable: 'permission_missing' })
    expect(entries.map(({ operation }) => operation).toSorted()).to.deep.equal([
      'accounts.get',
      'posts.list',
      'reels.list',
    ])
  })

  it('tiktok: what only business accounts, registered businesses and larger audiences are told is null or empty', async () => {
    for (const { handle, traits } of await people('tiktok')) {
      const [accountId] = await connect('tiktok', handle)
      const { response } = await read('tiktok', 'account-insights', `accountId=${accountId}`)
      const { isBusinessAccount, daily, audience } = response.body
      const personal = traits.includes('personal')
      const few = traits.includes('few_followers')
      expect(isBusinessAccount, handle).to.equal(!personal)
      for (const day of daily) {
        expect(day.uniqueVideoViews === null, `${handle} unique`).to.equal(personal)
        expect(day.newFollowers === null, `${handle} followers`).to.equal(personal)
        expect(day.activity.length === 0, `${handle} activity`).to.equal(personal || few)
        if (traits.includes('no_website_clicks')) expect(day.bioLinkClicks, handle).to.equal(null)
        expect(day.videoViews, handle).to.be.a('number')
      }
      expect(audience.ages.length === 0, `${handle} audience`).to.equal(few)
    }
  })

  it('withheld permissions are connection_expired, and what needs none of them is null', async () => {
    const cases: [platform: string, as: string, scope: string, report: string][] = [
      ['tiktok', 'lena.bakes', 'user.insights', 'account-insights'],
      ['tiktok', 'lena.bakes', 'video.insights', 'video-insights'],
      ['youtube', 'nora.videos', 'https://www.googleapis.com/auth/yt-analytics.readonly', 'channel-insights'],
      ['instagram', 'lindqvist.bakery', 'instagram_business_manage_insights', 'account-insights'],
    ]
    for (const [platform, as, scope, report] of cases) {
      const [accountId] = await connect(platform, as, [scope])
      const { response, entries } = await read(platform, report, `accountId=${accountId}`)
      expect([response.status, response.body.error?.code], report).to.deep.equal([422, 'connection_expired'])
      expect(entries, report).to.deep.equal([])
    }
    const [accountId] = await connect('tiktok', 'lena.bakes', ['user.info.stats'])
    const { response } = await read('tiktok', 'account-analytics', `accountId=${accountId}`)
    expect(response.body.analytics).to.deep.equal({ followers: null, following: null, likes: null, videos: null })
    expect(response.body.profile.username).to.equal('lena.bakes')
  })

  it('figures that were set to 0 are 0, and those set to null are null', async () => {
    const [accountId] = await connect('facebook', 'jun.sato')
    const set = { page_views_total: null, followers_count: 0 }
    await whole.sandboxCall('POST', '/person/figures', { network: 'facebook', as: 'jun.sato', set })
    const { response } = await read('facebook', 'page-metrics', `accountId=${accountId}`)
    expect(response.body.insights.pageViews).to.equal(null)
    expect(response.body.insights.views).to.be.a('number')
    expect(response.body.metrics.followers).to.equal(0)
  })

  it('a metric that Meta no longer reports is null, the others are as before, and it is counted', async () => {
    const cases = [
      ['facebook', 'page-metrics', 'page_views_total'],
      ['instagram', 'account-insights', 'reach'],
    ] as const
    for (const [platform, report, metric] of cases) {
      const [accountId] = await connect(platform, platform === 'facebook' ? 'nora.lindqvist' : 'lindqvist.bakery')
      const before = figuresOf((await read(platform, report, `accountId=${accountId}`)).response) as Figures
      await whole.sandboxCall('POST', '/person/figures', { network: platform, retired: [metric] })
      const { response, entries } = await read(platform, report, `accountId=${accountId}`)
      await whole.sandboxCall('POST', '/person/figures', { network: platform, retired: [] })
      const after = figuresOf(response) as Figures
      if (platform === 'facebook') {
        expect(before.insights.pageViews).to.be.a('number')
        expect(after).to.deep.equal({ ...before, insights: { ...before.insights, pageViews: null } })
      } else {
        const rest = before.insights.filter(({ name }: Held) => name !== metric)
        expect(rest).to.have.length(before.insights.length - 1)
        expect(after.insights).to.deep.equal(rest)
      }
      expect(entries.filter(({ status }) => status === 400)).to.have.length(2)
    }
    // Read once: a gateway serves the same text for a second.
    const page = await (await fetch(`${whole.gatewayUrl}/metrics`)).text()
    for (const [platform, , metric] of cases) {
      const labels = `platform="${platform}",metric="${metric}"`
      expect(page).to.include(`carillon_report_metrics_dropped_total{${labels}} 1`)
    }
  })

  it('many reads at the same time share their calls', async () => {
    const [accountId] = await connect('youtube', 'nora.videos')
    await whole.sandboxCall('POST', '/faults', {
      network: 'youtube',
      operation: 'channels.list',
      fault: 'slow',
      delayMs: 1500,
    })
    const count = (await whole.sandboxCall('GET', '/journal?network=youtube')).body.length
    const path = `/analytics/youtube/channel-insights?accountId=${accountId}`
    const responses = await Promise.all(Array.from({ length: 20 }, () => whole.call('GET', path)))
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).to.equal(1)
    expect(responses[0]?.status).to.equal(200)
    const { body } = await whole.sandboxCall('GET', '/journal?network=youtube')
    expect(body.slice(count)).to.have.length(5)
  })
})
