import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import { eachTest } from '../fixture.ts'
import { type Json, reason, scope, startRig } from './rig.ts'

const day = 86_400_000

type Row = Record<string, number & string>

function table(json: Json): Row[] {
  const names: string[] = json.columnHeaders.map(({ name }: Json) => name)
  return (json.rows ?? []).map((row: Json[]) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

function sum(rows: Row[], name: string): number {
  return rows.reduce((total, row) => total + Number(row[name]), 0)
}

describe('youtube: analytics', () => {
  const rig = eachTest(startRig)

  async function ask(query: Record<string, string>, as = 'nora.videos', token?: string) {
    const given = { ids: 'channel==MINE', startDate: '2026-10-21', endDate: '2026-11-17', metrics: 'views', ...query }
    const asked = Object.entries(given).filter(([, value]) => value !== '')
    return rig.api(`/v2/reports?${new URLSearchParams(asked)}`, token ?? (await rig.token({ as })))
  }
  const rows = async (query: Record<string, string>, as?: string) => table((await ask(query, as)).json)
  const videos = { dimensions: 'video', sort: '-views', maxResults: '200' }

  it('a table begins with its columns, dimensions first', async () => {
    const { status, json } = await ask({ dimensions: 'day', sort: 'day', metrics: 'views,averageViewPercentage' })
    expect(status).to.equal(200)
    expect(json.kind).to.equal('youtubeAnalytics#resultTable')
    expect(json.columnHeaders).to.deep.equal([
      { name: 'day', columnType: 'DIMENSION', dataType: 'STRING' },
      { name: 'views', columnType: 'METRIC', dataType: 'INTEGER' },
      { name: 'averageViewPercentage', columnType: 'METRIC', dataType: 'FLOAT' },
    ])
    expect(json.rows).to.have.length(28)
    expect(json.rows[0][0]).to.equal('2026-10-21')
  })

  it('days, videos and countries add up to the total', async () => {
    const metrics = 'views,estimatedMinutesWatched'
    const [whole] = await rows({ metrics })
    const cuts = [await rows({ metrics, dimensions: 'day' }), await rows({ metrics, ...videos })]
    for (const cut of [...cuts, await rows({ metrics, dimensions: 'country' })])
      for (const name of ['views', 'estimatedMinutesWatched']) expect(sum(cut, name), name).to.equal(whole?.[name])
    for (const name of ['likes', 'shares', 'comments', 'subscribersGained', 'subscribersLost']) {
      const [of] = await rows({ metrics: name })
      expect(sum(await rows({ metrics: name, dimensions: 'day' }), name), name).to.equal(of?.[name])
    }
  })

  it('a report from the first day of all is there at once', async () => {
    const began = Date.now()
    expect(await rows({ startDate: '0001-01-01', dimensions: 'day', sort: 'day' })).to.not.be.empty
    expect(Date.now() - began).to.be.below(5_000)
  })

  it('averages are those of all views', async () => {
    const [whole] = await rows({ metrics: 'views,averageViewDuration' })
    const perVideo = await rows({ ...videos, metrics: 'views,averageViewDuration' })
    const weighted = perVideo.reduce(
      (total, row) => total + Number(row['views']) * Number(row['averageViewDuration']),
      0,
    )
    expect(whole?.['averageViewDuration']).to.be.closeTo(weighted / Number(whole?.['views']), 1)
  })

  it('days add up to the growth that the Data API shows, once the lag is over', async () => {
    const views = async () => {
      const path = '/youtube/v3/channels?part=statistics&mine=true'
      return Number((await rig.api(path, await rig.token())).json.items[0].statistics.viewCount)
    }
    // Midnight in California.
    rig.advance(20 * 3_600_000)
    const before = await views()
    rig.advance(6 * day)
    const after = await views()
    rig.advance(3 * day)
    const grown = await rows({ dimensions: 'day', startDate: '2026-11-21', endDate: '2026-11-26' })
    expect(grown).to.have.length(6)
    expect(sum(grown, 'views')).to.equal(after - before)
  })

  it('the newest three days are missing and follow with the clock', async () => {
    const newest = async () => (await rows({ dimensions: 'day', sort: '-day', endDate: '2026-11-30' }))[0]?.['day']
    expect(await newest()).to.equal('2026-11-17')
    rig.advance(2 * day)
    expect(await newest()).to.equal('2026-11-19')
  })

  it('comments and likes count on the day they are made', async () => {
    const { comment, like } = rig.network.person
    for (let count = 0; count < 4; count += 1) await comment?.({ on: 'n0raSn0wF1l', text: `Number ${count}` })
    const window = { startDate: '2026-11-20', endDate: '2026-11-20', metrics: 'comments,likes' }
    rig.advance(4 * day)
    const [before] = await rows(window)
    expect(before?.['comments']).to.equal(4)
    await like?.({ postId: 'n0raSn0wF1l' })
    rig.advance(4 * day)
    expect((await rows(window))[0]).to.deep.equal(before)
  })

  it('the audience is told in percent', async () => {
    const both = await rows({ dimensions: 'ageGroup,gender', metrics: 'viewerPercentage' })
    expect(sum(both, 'viewerPercentage')).to.be.closeTo(100, 1e-6)
    expect(both[0]).to.include.keys('ageGroup', 'gender')
    const ages = await rows({ dimensions: 'ageGroup', metrics: 'viewerPercentage' })
    expect(sum(ages, 'viewerPercentage')).to.be.closeTo(100, 1e-6)
    expect(ages.map((row) => row['ageGroup'])).to.include('age18-24')
  })

  it('named videos are reported, without those that have no figures or are of others', async () => {
    const filters = 'video==n0raSn0wF1l,bakeSourd01,nobodyknows'
    const found = await rows({ ...videos, filters, metrics: 'views,averageViewPercentage' })
    expect(found.map((row) => row['video'])).to.deep.equal(['n0raSn0wF1l'])
    expect(found[0]?.['averageViewPercentage']).to.be.within(1, 100)
    const daily = await rows({ dimensions: 'day', filters })
    expect(sum(daily, 'views')).to.equal(found[0]?.['views'])
  })

  it('the first rows in the order asked for', async () => {
    const two = await rows({ ...videos, maxResults: '2', metrics: 'views,likes' })
    expect(two).to.have.length(2)
    expect(Number(two[0]?.['views'])).to.be.above(Number(two[1]?.['views']))
    const next = await rows({ ...videos, maxResults: '2', startIndex: '2', metrics: 'views,likes' })
    expect(next[0]).to.deep.equal(two[1])
  })

  it('a channel without figures has no rows', async () => {
    const { status, json } = await ask({ dimensions: 'day' }, 'first.waves')
    expect(status).to.equal(200)
    expect(json).to.not.have.property('rows')
    const { json: young } = await ask({ dimensions: 'day', startDate: '2026-11-18', endDate: '2026-11-19' })
    expect(young.rows).to.deep.equal([])
  })

  it('accounts tell by traits what is special about them', async () => {
    const { accounts } = await rig.state()
    expect(Object.fromEntries(accounts.map(({ handle, traits }: Json) => [handle, traits]))).to.deep.equal({
      'nora.videos': [],
      'bakery.lux': ['hidden_subscribers'],
      'first.waves': ['no_figures'],
      'still.water': ['comments_off'],
      'fresh.start': ['no_figures'],
      'viewer.only': [],
    })
  })

  it('a channel without comments takes none on what it uploads', async () => {
    const token = await rig.token({ as: 'still.water' })
    const { json } = await rig.api('/youtube/v3/videos?part=statistics&id=st1llLake01', token)
    expect(json.items[0].statistics).to.not.have.property('commentCount')
  })

  const rejected: [string, Record<string, string>][] = [
    ['no ids', { ids: '' }],
    ['ids of another form', { ids: 'MINE' }],
    ['no start', { startDate: '' }],
    ['an end that is not a day', { endDate: '2026-11-31' }],
    ['an end before the start', { startDate: '2026-11-17', endDate: '2026-11-16' }],
    ['no metrics', { metrics: '' }],
    ['an invalid metric', { metrics: 'views,viewCount' }],
    ['an invalid dimension', { dimensions: 'hour' }],
    ['a dimension named as a member of objects', { dimensions: 'constructor' }],
    ['a mix that is not a report', { dimensions: 'ageGroup,gender', metrics: 'views' }],
    ['videos without sort', { dimensions: 'video', maxResults: '10' }],
    ['videos without maxResults', { dimensions: 'video', sort: '-views' }],
    ['more than 200 videos', { ...videos, maxResults: '201' }],
    ['a sort by what is not asked for', { dimensions: 'day', sort: '-likes' }],
    ['another filter', { filters: 'province==US-CA' }],
    ['more than 500 videos in a filter', { ...videos, filters: `video==${Array.from({ length: 501 }, (_, n) => n)}` }],
  ]
  for (const [what, query] of rejected)
    it(`rejects ${what}`, async () => {
      const { status, json } = await ask(query)
      expect([status, json.error.code, json.error.status]).to.deep.equal([400, 400, 'INVALID_ARGUMENT'])
    })

  it("rejects another's channel, and somebody without one", async () => {
    expect((await ask({ ids: 'channel==UCbAkeryLuxSandboxChan1g' })).status).to.equal(403)
    expect((await ask({ ids: 'contentOwner==somebody' })).status).to.equal(403)
    expect((await ask({}, 'viewer.only')).status).to.equal(403)
    expect((await ask({ ids: 'channel==UCn0raFiLmsSandboxCh4nnA' })).status).to.equal(200)
  })

  it('needs a scope that force-ssl is not', async () => {
    const token = await rig.token({ query: { scope: scope('youtube.force-ssl') } })
    const response = await ask({}, '', token)
    expect([response.status, reason(response)]).to.deep.equal([403, 'insufficientPermissions'])
    expect(response.json.error.details[0].reason).to.equal('ACCESS_TOKEN_SCOPE_INSUFFICIENT')
    for (const name of ['yt-analytics.readonly', 'youtube.readonly'])
      expect((await ask({}, '', await rig.token({ query: { scope: scope(name) } }))).status, name).to.equal(200)
  })

  it('has a quota of its own', async () => {
    const small = await startRig({ allowance: { analytics: 1, units: 1 } })
    try {
      const token = await small.token()
      const path = '/v2/reports?ids=channel==MINE&startDate=2026-11-01&endDate=2026-11-02&metrics=views'
      expect((await small.api(path, token)).status).to.equal(200)
      const spent = await small.api(path, token)
      expect([spent.status, spent.json.error.status]).to.deep.equal([429, 'RESOURCE_EXHAUSTED'])
      expect((await small.api('/youtube/v3/channels?part=id&mine=true', token)).status).to.equal(200)
    } finally {
      await small.close()
    }
  })

  it('is named and rejected as an operation', async () => {
    const app = express().use((request, response) => rig.network.sendFault('quota-exhausted', request, response))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      expect((await fetch(`${origin}/v2/reports`)).status).to.equal(429)
      expect((await fetch(`${origin}/youtube/v3/videos`)).status).to.equal(403)
    } finally {
      server.closeAllConnections()
      server.close()
    }
    const request = { method: 'GET', path: '/v2/reports', get: () => undefined }
    expect(rig.network.operation(request as unknown as Parameters<typeof rig.network.operation>[0])).to.equal(
      'reports.query',
    )
  })

  describe('figures that are set', () => {
    const set = (body: Record<string, unknown>) => rig.network.person['figures']?.(body)

    it('are those of the newest day, or of the day named', async () => {
      await set({ as: 'nora.videos', set: { views: 5, likes: -2 } })
      await set({ as: 'nora.videos', date: '2026-11-01', set: { views: 9 } })
      const daily = await rows({ dimensions: 'day', metrics: 'views,likes' })
      expect(daily.at(-1)).to.deep.equal({ day: '2026-11-17', views: 5, likes: -2 })
      expect(daily.find((row) => row['day'] === '2026-11-01')?.['views']).to.equal(9)
      const none = Object.fromEntries(['views', 'likes'].map((name) => [name, null]))
      await set({ as: 'nora.videos', set: none })
      expect((await rows({ dimensions: 'day', metrics: 'views,likes' })).at(-1)?.['day']).to.equal('2026-11-16')
    })

    it('are those of a video', async () => {
      await set({ as: 'first.waves', post: 'f1rstWave01', set: { views: 12, viewCount: 90, likeCount: null } })
      expect(await rows(videos, 'first.waves')).to.deep.equal([{ video: 'f1rstWave01', views: 12 }])
      const token = await rig.token({ as: 'first.waves' })
      const { json } = await rig.api('/youtube/v3/videos?part=statistics&id=f1rstWave01', token)
      expect(json.items[0].statistics).to.deep.equal({ viewCount: '90', favoriteCount: '0', commentCount: '0' })
    })

    it('are those of the channel and its audience', async () => {
      const share = ['age18-24', 'female', 61.5]
      await set({ as: 'nora.videos', set: { subscriberCount: 77, viewerPercentage: [share], country: null } })
      expect((await ask({ dimensions: 'ageGroup,gender', metrics: 'viewerPercentage' })).json.rows).to.deep.equal([
        share,
      ])
      expect((await ask({ dimensions: 'country' })).json.rows).to.deep.equal([])
      const { json } = await rig.api('/youtube/v3/channels?part=statistics&mine=true', await rig.token())
      expect(json.items[0].statistics.subscriberCount).to.equal('77')
    })

    it('have to be figures of somebody', () => {
      for (const body of [
        { set: { likeCount: 1 } },
        { as: 'viewer.only', set: { views: 1 } },
        { post: 'bakeSourd01', set: { views: 1 } },
        { set: [] },
      ])
        expect(() => set(body), JSON.stringify(body)).to.throw(RangeError)
    })
  })
})
