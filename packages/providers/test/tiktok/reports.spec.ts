import { expect } from 'chai'
import nock from 'nock'
import { accountAnalyticsOf } from '../../src/tiktok/reports/account-analytics.ts'
import { accountInsightsOf } from '../../src/tiktok/reports/account-insights.ts'
import { videoOf } from '../../src/tiktok/reports/video-insights.ts'
import { tiktokReports } from '../../src/tiktok/reports.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { type Cell, everyCell } from '../report-cells.ts'
import { accountCall, api, v13 } from './network.ts'
import { ok, rejected, video, videos, wantedScopes } from './responses.ts'

const window = { startDate: '2026-10-23', endDate: '2026-11-19' }
const share = (name: string) => [{ [name]: 'A', percentage: 0.25 }, { [name]: 'no share' }, { percentage: 0.5 }]
const shares = [{ key: 'A', percentage: 0.25 }]
const audience = (ours: string, theirs: string, name: string): Cell => ({
  ours,
  theirs,
  value: share(name),
  becomes: shares,
  missing: [],
})

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20) */
const analyticsCells: Cell[] = [
  { ours: 'profile.username', theirs: 'username', value: 'acme' },
  { ours: 'profile.displayName', theirs: 'display_name', value: 'Acme' },
  { ours: 'profile.avatarUrl', theirs: 'profile_image', value: 'https://p16.example/acme.webp' },
  { ours: 'profile.profileDeepLink', theirs: 'profile_deep_link', value: 'https://vm.example/acme' },
  { ours: 'profile.bioDescription', theirs: 'bio_description', value: '' },
  { ours: 'profile.isVerified', theirs: 'is_verified', value: false },
  { ours: 'profile.isBusinessAccount', theirs: 'is_business_account', value: true },
  { ours: 'analytics.followers', theirs: 'followers_count', value: 1500 },
  { ours: 'analytics.following', theirs: 'following_count', value: 12 },
  { ours: 'analytics.likes', theirs: 'total_likes', value: 90_000 },
  { ours: 'analytics.videos', theirs: 'videos_count', value: 45 },
]

const dayCells: Cell[] = [
  ['videoViews', 'video_views'],
  ['uniqueVideoViews', 'unique_video_views'],
  ['profileViews', 'profile_views'],
  ['likes', 'likes'],
  ['comments', 'comments'],
  ['shares', 'shares'],
  ['followers', 'followers_count'],
  ['newFollowers', 'daily_new_followers'],
  ['lostFollowers', 'daily_lost_followers'],
  ['engagedAudience', 'engaged_audience'],
  ['bioLinkClicks', 'bio_link_clicks'],
  ['emailClicks', 'email_clicks'],
  ['phoneNumberClicks', 'phone_number_clicks'],
  ['addressClicks', 'address_clicks'],
  ['appDownloadClicks', 'app_download_clicks'],
  ['leadSubmissions', 'lead_submissions'],
].map(([ours = '', theirs = ''], index) => ({ ours, theirs, value: 10 + index }))

const activity: Cell = {
  ours: 'activity',
  theirs: 'audience_activity',
  value: [{ hour: '0', count: 12 }, { hour: '1', count: 0 }, { hour: '2' }],
  becomes: [
    { hour: '0', count: 12 },
    { hour: '1', count: 0 },
  ],
  missing: [],
}

const videoCells: Cell[] = [
  { ours: 'mediaType', theirs: 'media_type', value: 'PHOTO' },
  { ours: 'isAd', theirs: 'is_ad', value: false },
  { ours: 'caption', theirs: 'caption', value: '' },
  { ours: 'coverImageUrl', theirs: 'thumbnail_url', value: 'https://p16.example/cover.jpg' },
  { ours: 'shareUrl', theirs: 'share_url', value: 'https://www.tiktok.com/@acme/video/7' },
  { ours: 'embedUrl', theirs: 'embed_url', value: 'https://www.tiktok.com/static/profile-video?id=7' },
  { ours: 'durationSeconds', theirs: 'video_duration', value: 12.5 },
  { ours: 'likeCount', theirs: 'likes', value: 1 },
  { ours: 'commentCount', theirs: 'comments', value: 2 },
  { ours: 'shareCount', theirs: 'shares', value: 3 },
  { ours: 'favoriteCount', theirs: 'favorites', value: 4 },
  { ours: 'viewCount', theirs: 'video_views', value: 20 },
  { ours: 'reach', theirs: 'reach', value: 10 },
  { ours: 'createdAt', theirs: 'create_time', value: '1700000000', becomes: '2023-11-14T22:13:20.000Z' },
  { ours: 'insights.totalTimeWatchedSeconds', theirs: 'total_time_watched', value: 100.5 },
  { ours: 'insights.averageTimeWatchedSeconds', theirs: 'average_time_watched', value: 5.1 },
  { ours: 'insights.fullVideoWatchedRate', theirs: 'full_video_watched_rate', value: 0.2 },
  { ours: 'insights.newFollowers', theirs: 'new_followers', value: 1 },
  { ours: 'insights.profileViews', theirs: 'profile_views', value: 2 },
  {
    ours: 'insights.retention',
    theirs: 'video_view_retention',
    value: [{ second: '1', percentage: 0.9 }],
    becomes: [{ second: '1', percentage: 0.9 }],
    missing: [],
  },
  audience('insights.impressionSources', 'impression_sources', 'impression_source'),
  audience('insights.audienceGenders', 'audience_genders', 'gender'),
  audience('insights.audienceCountries', 'audience_countries', 'country'),
  audience('insights.audienceCities', 'audience_cities', 'city_name'),
  audience('insights.audienceTypes', 'audience_types', 'type'),
]

describe("the profile and totals of a TikTok account's report", () => {
  everyCell(analyticsCells, (account) => accountAnalyticsOf('open-1', account))
})

describe("a day of a TikTok account's insights", () => {
  everyCell([...dayCells, activity], (day) => {
    const [read] = accountInsightsOf(window, { metrics: [{ date: '2026-11-19', ...day }] }).daily
    return read
  })
})

describe("the audience of a TikTok account's insights", () => {
  const cells = [
    { ours: 'isBusinessAccount', theirs: 'is_business_account', value: false },
    audience('audience.ages', 'audience_ages', 'age'),
    audience('audience.genders', 'audience_genders', 'gender'),
    audience('audience.countries', 'audience_countries', 'country'),
    audience('audience.cities', 'audience_cities', 'city_name'),
    { ours: 'daily', theirs: 'metrics', value: [{ no: 'date' }], becomes: [], missing: [] },
  ]
  everyCell(cells, (account) => accountInsightsOf(window, account))
})

describe("a video of a TikTok account's insights", () => {
  everyCell(videoCells, (fields) => videoOf({ item_id: '7', ...fields })[0])
})

describe("reading a TikTok account's reports", () => {
  intercept()
  const noWindow = { window: null, videoIds: null }
  const fieldsOf = ({ fields }: Record<string, unknown>): string[] => JSON.parse(String(fields))
  const mockAccount = (check: (query: Record<string, unknown>) => boolean, body: object) =>
    nock(api).get(`${v13}/business/get/`).query(check).reply(200, body)
  const mockVideos = (check: (query: Record<string, unknown>) => boolean, body: object) =>
    nock(api).get(`${v13}/business/video/list/`).query(check).reply(200, body)

  const byScope: [scope: string, fields: string[]][] = [
    ['user.info.basic', ['display_name', 'profile_image']],
    ['user.info.username', ['username']],
    ['user.info.profile', ['profile_deep_link', 'bio_description', 'is_verified']],
    ['user.info.stats', ['followers_count', 'following_count', 'total_likes', 'videos_count']],
    ['user.account.type', ['is_business_account']],
  ]
  for (const [withheld, fields] of byScope) {
    it(`asks for no field of ${withheld} if it was not granted`, async () => {
      const scopes = wantedScopes.filter((scope) => scope !== withheld)
      const rest = byScope.flatMap(([scope, names]) => (scope === withheld ? [] : names))
      mockAccount((query) => fieldsOf(query).join() === rest.join(), ok({ username: 'acme', followers_count: 3 }))
      const report = await tiktokReports['account-analytics'](accountCall({ scopes }), noWindow)
      expect(report.profile.openId).to.equal('open-1')
      expect(rest).to.not.include.members(fields)
    })
  }

  it('brings the names of the account, which its user may have changed', async () => {
    const noted: object[] = []
    const call = { ...accountCall(), noteNames: async (names: object) => void noted.push(names) }
    mockAccount(() => true, ok({ username: 'acme.new', display_name: 'Acme' }))
    mockAccount(() => true, ok({}))
    for (let read = 0; read < 2; read++) await tiktokReports['account-analytics'](call, noWindow)
    expect(noted).to.deep.equal([
      { displayIdentifier: 'acme.new', displayName: 'Acme' },
      { displayIdentifier: null, displayName: null },
    ])
  })

  it('asks for the window and the fields of days and audience, oldest day first', async () => {
    const asked: Record<string, unknown>[] = []
    mockAccount(
      (query) => asked.push(query) > 0,
      ok({ is_business_account: true, metrics: [{ date: '2026-11-19' }, { date: '2026-11-18' }] }),
    )
    const report = await tiktokReports['account-insights'](accountCall(), { window, videoIds: null })
    expect(asked[0]).to.include({ start_date: '2026-10-23', end_date: '2026-11-19', business_id: 'open-1' })
    expect(fieldsOf(asked[0] ?? {})).to.have.length(22)
    expect(report).to.include({ isBusinessAccount: true, ...window })
    expect(report.daily.map(({ date }) => date)).to.deep.equal(['2026-11-18', '2026-11-19'])
  })

  it('leaves out daily followers and the kind of account if their scopes were not granted', async () => {
    mockAccount(
      (query) => {
        const fields = fieldsOf(query)
        return fields.length === 20 && !fields.includes('followers_count') && !fields.includes('is_business_account')
      },
      ok({ metrics: [{ date: '2026-11-19', video_views: 0 }] }),
    )
    const call = accountCall({ scopes: ['user.info.basic', 'user.insights'] })
    const report = await tiktokReports['account-insights'](call, { window, videoIds: null })
    expect(report.isBusinessAccount).to.equal(null)
    expect(report.daily[0]).to.include({ followers: null, videoViews: 0 })
  })

  const needed = [
    ['account-insights', 'user.insights'],
    ['video-insights', 'video.insights'],
    ['video-insights', 'video.list'],
  ] as const
  for (const [name, scope] of needed) {
    it(`${name} asks nothing without ${scope}`, async () => {
      const call = accountCall({ scopes: wantedScopes.filter((granted) => granted !== scope) })
      const work =
        name === 'video-insights'
          ? tiktokReports[name](call, { window: null, videoIds: null })
          : tiktokReports[name](call, { window, videoIds: null })
      expect(await failureOf(work)).to.include({ code: 'connection_expired', tokenRejected: false })
      expect(call.paced).to.deep.equal([])
    })
  }

  it('reads the newest page of videos if no ids were sent', async () => {
    mockVideos(({ filters, max_count: count }) => filters === undefined && count === '20', videos([video('7')]))
    const report = await tiktokReports['video-insights'](accountCall(), { window: null, videoIds: null })
    expect(report.videos.map(({ id }) => id)).to.deep.equal(['7'])
  })

  it('reads on if no ids were sent and the newest page is partly filled or empty, up to 20 videos', async () => {
    const newest = (cursor?: string) => (query: Record<string, unknown>) =>
      query['filters'] === undefined && query['cursor'] === cursor
    const many = Array.from({ length: 19 }, (_, at) => String(100 + at))
    mockVideos(newest(), videos([], { has_more: true, cursor: 1795170000000 }))
    mockVideos(newest('1795170000000'), videos([video('7'), video('8')], { has_more: true, cursor: 1795160000000 }))
    const rest = many.map((id) => video(id))
    mockVideos(newest('1795160000000'), videos(rest, { has_more: true, cursor: 1795150000000 }))
    const report = await tiktokReports['video-insights'](accountCall(), { window: null, videoIds: null })
    expect(report.videos.map(({ id }) => id)).to.deep.equal(['7', '8', ...many.slice(0, 18)])
  })

  it("reads on until every id was found, and leaves out those that are not the account's", async () => {
    const filtered = ({ filters }: Record<string, unknown>) =>
      filters === JSON.stringify({ video_ids: ['7', '8', '9'] })
    mockVideos((query) => filtered(query) && query['cursor'] === undefined, videos([video('7')], { has_more: true }))
    mockVideos((query) => filtered(query) && query['cursor'] === '1795170000000', videos([video('8')]))
    const report = await tiktokReports['video-insights'](accountCall(), { window: null, videoIds: ['7', '8', '9'] })
    expect(report.videos.map(({ id }) => id)).to.deep.equal(['7', '8'])
  })

  it("fails if TikTok's list breaks off, so that videos of the account are not taken for those of others", async () => {
    mockVideos(() => true, videos([video('7')], { has_more: true, cursor: null }))
    const work = tiktokReports['video-insights'](accountCall(), { window: null, videoIds: ['7', '8'] })
    expect(await failureOf(work)).to.include({ code: 'provider_error' })
  })

  it('leaves out what cannot be the id of a post, with which TikTok could reject the whole call', async () => {
    mockVideos(({ filters }) => filters === JSON.stringify({ video_ids: ['7'] }), videos([video('7')]))
    const window = null
    const report = await tiktokReports['video-insights'](accountCall(), { window, videoIds: ['x', '7', '7"', '1e3'] })
    expect(report.videos.map(({ id }) => id)).to.deep.equal(['7'])
    const call = accountCall()
    expect(await tiktokReports['video-insights'](call, { window, videoIds: ['x'] })).to.deep.equal({ videos: [] })
    expect(call.paced).to.deep.equal([])
  })

  it('says that the rate of the endpoint is used up, with the seconds to wait, and asks nothing', async () => {
    const call = accountCall({ full: '/business/get/' })
    const failure = await failureOf(tiktokReports['account-analytics'](call, noWindow))
    expect(failure).to.include({ code: 'rate_limited', retryAfter: 9 })
  })

  const rejections: [code: number, ours: string, retryAfter: number | undefined][] = [
    [40100, 'rate_limited', 300],
    [40130, 'connection_expired', undefined],
    [40105, 'connection_expired', undefined],
    [40101, 'provider_not_configured', undefined],
    [40002, 'provider_error', undefined],
    [51000, 'provider_error', undefined],
  ]
  for (const [code, ours, retryAfter] of rejections) {
    it(`${code} is ${ours}`, async () => {
      mockAccount(() => true, rejected(code))
      const failure = await failureOf(tiktokReports['account-analytics'](accountCall(), noWindow))
      expect([failure['code'], failure['retryAfter']]).to.deep.equal([ours, retryAfter])
    })
  }
})
