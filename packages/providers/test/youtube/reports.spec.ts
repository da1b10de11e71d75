import { expect } from 'chai'
import nock from 'nock'
import type { Drift } from '../../src/reported-drift.ts'
import { channelOf } from '../../src/youtube/reports/channel.ts'
import { channelInsightsOf } from '../../src/youtube/reports/channel-insights.ts'
import { rowsOf } from '../../src/youtube/reports/query-report.ts'
import { videosOf } from '../../src/youtube/reports/video-insights.ts'
import { youtubeReports } from '../../src/youtube/reports.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { type Cell, everyCell } from '../report-cells.ts'
import { api, accountCall as channelCall, channelId } from './network.ts'
import { analytics, channels, playlist, playlistItem, rejection } from './responses.ts'

const analyticsHost = 'https://youtubeanalytics.googleapis.com'
const window = { startDate: '2026-10-21', endDate: '2026-11-17' }

function accountCall({ scopes = [analytics], empty }: { scopes?: string[]; empty?: string } = {}) {
  const call = channelCall(empty)
  const app = { ...call.app, hosts: { ...call.app.hosts, analytics: analyticsHost } }
  return { ...call, app, account: { ...call.account, scopes } }
}

/**
 * A result table whose columns are in the given order. @see
 * https://developers.google.com/youtube/analytics/reference/reports/query (read 2026-11-20)
 */
function table(columns: readonly string[], ...rows: unknown[][]) {
  return {
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: columns.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' })),
    ...(rows.length > 0 && { rows }),
  }
}

const figures: Cell[] = [
  { ours: 'views', theirs: 'views', value: 12 },
  { ours: 'minutesWatched', theirs: 'estimatedMinutesWatched', value: 34 },
  { ours: 'averageViewDurationSeconds', theirs: 'averageViewDuration', value: 56 },
  { ours: 'likes', theirs: 'likes', value: -1 },
  { ours: 'comments', theirs: 'comments', value: 2 },
]
const none = { daily: [], topVideos: [], ageGender: [], countries: [] }

describe('a day of the insights of a YouTube channel', () => {
  const cells = [
    ...figures,
    { ours: 'subscribersGained', theirs: 'subscribersGained', value: 3 },
    { ours: 'subscribersLost', theirs: 'subscribersLost', value: 4 },
    { ours: 'shares', theirs: 'shares', value: 5 },
  ]
  everyCell(cells, (row) => channelInsightsOf({ ...none, daily: [{ day: '2026-11-17', ...row }] }).daily[0])
})

describe('a top video of a YouTube channel', () => {
  everyCell(figures, (row) => channelInsightsOf({ ...none, topVideos: [{ video: 'vid-a', ...row }] }).topVideos[0])
})

describe('a video of the insights of YouTube videos', () => {
  const cells = [
    ...figures,
    { ours: 'averageViewPercentage', theirs: 'averageViewPercentage', value: 42.5 },
    { ours: 'shares', theirs: 'shares', value: 5 },
    { ours: 'subscribersGained', theirs: 'subscribersGained', value: 6 },
  ]
  everyCell(cells, (row) => videosOf(['vid-a'], [{ video: 'vid-a', ...row }])[0])

  it('is there for each id in the order that was sent, with null for every figure of one without a row', () => {
    const [first, second] = videosOf(['vid-b', 'vid-a'], [{ video: 'vid-a', views: 0 }])
    expect(first).to.deep.equal({
      videoId: 'vid-b',
      views: null,
      minutesWatched: null,
      averageViewDurationSeconds: null,
      averageViewPercentage: null,
      likes: null,
      comments: null,
      shares: null,
      subscribersGained: null,
    })
    expect(second).to.include({ videoId: 'vid-a', views: 0, likes: null })
  })
})

describe('the channel of its insights', () => {
  const snippet: Cell[] = [
    { ours: 'title', theirs: 'title', value: 'The Channel' },
    { ours: 'handle', theirs: 'customUrl', value: '@channel' },
    {
      ours: 'avatarUrl',
      theirs: 'thumbnails',
      value: { default: { url: 'https://d.example' }, high: { url: 'https://h.example' } },
      becomes: 'https://h.example',
    },
  ]
  const statistics: Cell[] = [
    { ours: 'subscribers', theirs: 'subscriberCount', value: '1840', becomes: 1840 },
    { ours: 'views', theirs: 'viewCount', value: '0', becomes: 0 },
    { ours: 'videos', theirs: 'videoCount', value: '38', becomes: 38 },
  ]
  everyCell(snippet, (sent) => channelOf(channelId, { snippet: sent }))
  everyCell(statistics, (sent) => channelOf(channelId, { statistics: sent }))

  it('has null for subscribers that it hides, whatever number comes along', () => {
    const channel = channelOf(channelId, { statistics: { hiddenSubscriberCount: true, subscriberCount: '0' } })
    expect(channel.subscribers).to.equal(null)
  })
})

describe('a result table of YouTube Analytics', () => {
  it('is read by the names of its columns, in whatever order they come', () => {
    expect(rowsOf(table(['views', 'day'], [12, '2026-11-17']))).to.deep.equal([{ views: 12, day: '2026-11-17' }])
  })
  it('has no rows where rows is missing, empty or no list', () => {
    expect([rowsOf(table(['day'])), rowsOf({ rows: [] }), rowsOf({ rows: null })]).to.deep.equal([[], [], []])
  })
})

describe('reading the reports of a YouTube channel', () => {
  intercept()

  function mockReport(dimensions: string, body: object, status = 200) {
    return nock(analyticsHost, { reqheaders: { authorization: 'Bearer ya29.access' } })
      .get('/v2/reports')
      .query((sent) => sent['dimensions'] === dimensions && sent['ids'] === 'channel==MINE')
      .reply(status, body)
  }
  function mockChannel() {
    nock(api).get('/youtube/v3/channels').query({ part: 'snippet,statistics', mine: 'true' }).reply(200, channels)
  }

  it('reads channel, days, videos and audience side by side; reports draw on a quota of their own', async () => {
    const call = accountCall()
    mockChannel()
    mockReport('day', table(['views', 'day'], [12, '2026-11-16'], [0, '2026-11-17']))
    mockReport('video', table(['video', 'views'], ['vid-a', 7]))
    mockReport('ageGroup,gender', table(['viewerPercentage', 'gender', 'ageGroup'], [61.5, 'female', 'age18-24']))
    mockReport('country', table(['country', 'views'], ['SE', 9]))
    const { channel, insights } = await youtubeReports['channel-insights'](call, { window, videoIds: null })
    expect(channel).to.include({ channelId, title: 'The Channel', handle: '@channel', subscribers: null })
    expect(insights.daily.map(({ date, views }) => [date, views])).to.deep.equal([
      ['2026-11-16', 12],
      ['2026-11-17', 0],
    ])
    expect(insights.topVideos[0]).to.include({ videoId: 'vid-a', views: 7, likes: null })
    expect(insights.audience).to.deep.equal({
      ageGender: [{ ageGroup: 'age18-24', gender: 'female', percentage: 61.5 }],
      countries: [{ country: 'SE', views: 9 }],
    })
    expect(call.taken.toSorted()).to.deep.equal(['youtube.analytics 4', 'youtube.units 1'])
  })

  it('is empty where there are no figures', async () => {
    mockChannel()
    for (const dimensions of ['day', 'video', 'ageGroup,gender', 'country']) mockReport(dimensions, table(['views']))
    const { insights } = await youtubeReports['channel-insights'](accountCall(), { window, videoIds: null })
    expect(insights).to.deep.equal({ daily: [], topVideos: [], audience: { ageGender: [], countries: [] } })
  })

  it('requests the videos that were sent, and omits texts that are not ids', async () => {
    const asked: Record<string, unknown>[] = []
    nock(analyticsHost)
      .get('/v2/reports')
      .query((sent) => asked.push(sent) > 0)
      .reply(200, table(['video', 'views'], ['vid-a', 7]))
    const videoIds = ['vid-a', 'vid-b;country==SE']
    const { insights } = await youtubeReports['video-insights'](accountCall(), { window, videoIds })
    expect(asked[0]).to.include({ ...window, filters: 'video==vid-a', maxResults: '50' })
    expect(insights.videos.map(({ videoId, views }) => [videoId, views])).to.deep.equal([
      ['vid-a', 7],
      ['vid-b;country==SE', null],
    ])
  })

  it('asks for the 20 newest videos if none were sent', async () => {
    const call = accountCall()
    nock(api)
      .get('/youtube/v3/playlistItems')
      .query(({ maxResults }) => maxResults === '20')
      .reply(200, playlist([playlistItem('vid-b'), playlistItem('vid-a')]))
    mockReport('video', table(['video', 'views'], ['vid-a', 7], ['vid-b', 1]))
    const { insights } = await youtubeReports['video-insights'](call, { window, videoIds: null })
    expect(insights).to.include(window)
    expect(insights.videos.map(({ videoId }) => videoId)).to.deep.equal(['vid-b', 'vid-a'])
    expect(call.taken).to.deep.equal(['youtube.units 1', 'youtube.analytics 1'])
  })

  it('reports each column that was asked for and did not come', async () => {
    const drifts: Drift[] = []
    const call = { ...accountCall(), noteDrift: (drift: Drift) => void drifts.push(drift) }
    const rest = [
      'estimatedMinutesWatched',
      'averageViewDuration',
      'averageViewPercentage',
      'likes',
      'comments',
      'shares',
    ]
    const columns = ['video', 'videoViews', ...rest, 'subscribersGained']
    mockReport('video', table(columns, ['vid-a', 7, 1, 1, 1, 1, 1, 1, 1]))
    const { insights } = await youtubeReports['video-insights'](call, { window, videoIds: ['vid-a'] })
    expect(insights.videos[0]).to.include({ views: null, likes: 1 })
    expect(drifts).to.deep.equal([
      { kind: 'missing_field', field: 'columnHeaders[].name', operation: 'reports.query', value: 'views' },
    ])
  })

  it('asks for no figures of a channel that never uploaded', async () => {
    nock(api).get('/youtube/v3/playlistItems').query(true).reply(404, rejection(404, 'playlistNotFound'))
    const { insights } = await youtubeReports['video-insights'](accountCall(), { window, videoIds: null })
    expect(insights.videos).to.deep.equal([])
  })

  it('asks nothing without the permission to read reports', async () => {
    const call = accountCall({ scopes: ['https://www.googleapis.com/auth/youtube.force-ssl'] })
    const { 'channel-insights': ofChannel, 'video-insights': ofVideos } = youtubeReports
    const query = { window, videoIds: null }
    for (const work of [ofChannel(call, query), ofVideos(call, query)]) {
      expect(await failureOf(work)).to.include({ code: 'connection_expired', tokenRejected: false })
    }
    expect(call.taken).to.deep.equal([])
  })

  it('consumes the quota of reports for each attempt of a query', async () => {
    const call = accountCall()
    mockReport('video', rejection(503, 'backendError'), 503)
    mockReport('video', table(['video', 'views'], ['vid-a', 7]))
    await youtubeReports['video-insights'](call, { window, videoIds: ['vid-a'] })
    expect(call.taken).to.deep.equal(['youtube.analytics 1', 'youtube.analytics 1'])
  })

  it('asks nothing if the quota of reports is used up', async () => {
    const call = accountCall({ empty: 'youtube.analytics' })
    const failure = await failureOf(youtubeReports['video-insights'](call, { window, videoIds: ['vid-a'] }))
    expect(failure).to.include({ code: 'quota_exhausted', retryAfter: 60 })
  })

  const rejections: [title: string, status: number, body: object, ours: object][] = [
    ['a rate', 403, rejection(403, 'rateLimitExceeded'), { code: 'rate_limited', retryAfter: 10 }],
    ['a lost grant', 403, rejection(403, 'insufficientPermissions'), { code: 'connection_expired' }],
    ["another user's channel", 403, rejection(403, 'forbidden'), { code: 'connection_expired' }],
    ['a query that is not supported', 400, rejection(400, 'badRequest'), { code: 'provider_error' }],
    ['an unknown channel', 403, rejection(403, 'ineligibleAccount'), { code: 'provider_error' }],
    ['an API that is switched off', 403, rejection(403, 'accessNotConfigured'), { code: 'provider_not_configured' }],
  ]
  for (const [title, status, body, ours] of rejections) {
    it(`${title} is ${JSON.stringify(ours)}`, async () => {
      mockReport('video', body, status)
      const work = youtubeReports['video-insights'](accountCall(), { window, videoIds: ['vid-a'] })
      expect(await failureOf(work)).to.include(ours)
    })
  }

  it('closes the quota of reports until the Pacific midnight, also if a rate of a day was exceeded', async () => {
    const call = accountCall()
    const message =
      "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'youtubeanalytics.googleapis.com'."
    mockReport('video', rejection(429, 'rateLimitExceeded', message), 429)
    const failure = await failureOf(youtubeReports['video-insights'](call, { window, videoIds: ['vid-a'] }))
    expect(failure).to.include({ code: 'quota_exhausted', retryAfter: 20 * 3600 })
    expect(call.closed).to.deep.equal(['youtube.analytics'])
  })
})
