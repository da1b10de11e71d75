import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { startDouble } from './double.ts'

const day = 86_400_000

type Row = Record<string, number | string | undefined>

function sum(rows: Row[], name: string): number {
  return rows.reduce((total, row) => total + Number(row[name]), 0)
}

describe('tiktok: figures', () => {
  const double = eachTest(startDouble)

  beforeEach(async () => {
    await double.settled()
  })

  async function account(as = 'lena.bakes') {
    const { get } = double.account(await double.connect(as))
    return {
      get: async (fields: string[], query: Record<string, string> = {}) =>
        (await get('/business/get/', { fields: JSON.stringify(fields), ...query })).data,
      videos: async (fields: string[], filters: object = {}) => {
        const asked = JSON.stringify(['item_id', ...fields])
        return (await get('/business/video/list/', { fields: asked, filters: JSON.stringify(filters) })).data.videos
      },
    }
  }

  const lastTwoMonths = { start_date: '2026-09-21', end_date: '2026-11-20' }
  const act = (name: string, body: Record<string, unknown>) => double.network.person[name]?.(body)

  it('daily rows of a closed window are exactly the growth of all posts in it', async () => {
    double.advance(day / 2)
    const before = (await (await account('short.clips')).videos(['video_views', 'likes', 'shares']))[0]
    double.advance(5 * day)
    const after = (await (await account('short.clips')).videos(['video_views', 'likes', 'shares']))[0]
    double.advance(2 * day)
    const fresh = await account('short.clips')
    const window = { start_date: '2026-11-21', end_date: '2026-11-25' }
    const { metrics } = await fresh.get(['video_views', 'likes', 'shares', 'unique_video_views'], window)
    expect(metrics).to.have.length(5)
    for (const name of ['video_views', 'likes', 'shares'])
      expect(sum(metrics, name), name).to.equal(after[name] - before[name])
    expect(sum(metrics, 'unique_video_views')).to.be.below(sum(metrics, 'video_views') + 1)
  })

  it('followers of a day are those of the day before plus the net change', async () => {
    const { get } = await account()
    const fields = ['followers_count', 'daily_total_followers', 'daily_new_followers', 'daily_lost_followers']
    const { metrics } = await get(fields, lastTwoMonths)
    for (const [index, row] of metrics.entries()) {
      expect(row.daily_total_followers).to.equal(row.daily_new_followers - row.daily_lost_followers)
      const previous = metrics[index - 1]
      if (previous)
        expect(row.followers_count).to.equal(previous.followers_count + row.daily_total_followers, `on ${row.date}`)
    }
  })

  it('figures of a day never change once they are reported, and new days follow with the clock', async () => {
    const { get } = await account()
    const before = (await get(['video_views', 'likes'])).metrics
    double.advance(day / 2)
    const after = (await (await account()).get(['video_views', 'likes'], { start_date: '2026-11-13' })).metrics
    expect(after.slice(0, 6)).to.deep.equal(before)
    expect(after.at(-1).date).to.equal('2026-11-19')
  })

  it('comments count on the day they are written', async () => {
    const { id } = (await double.settled()).posts.find(({ text }: { text: string }) => text === 'Cutting the crumb')
    for (let count = 0; count < 3; count += 1) await act('comment', { on: id, text: `Number ${count}` })
    double.advance(2 * day)
    const { get } = await account()
    const { metrics } = await get(['comments'], { start_date: '2026-11-20', end_date: '2026-11-21' })
    expect(metrics).to.deep.equal([{ date: '2026-11-20', comments: 3 }])
  })

  it('a like counts once, from the moment it is given', async () => {
    const { videos } = await account()
    const [before] = await videos(['likes'])
    await act('like', { postId: before.item_id })
    const [after] = await videos(['likes'])
    expect(after.likes).to.equal(before.likes + 1)
    const { posts } = await double.settled()
    expect(posts.find(({ id }: { id: string }) => id === before.item_id).likes).to.equal(after.likes)
  })

  it('figures of a post hang together', async () => {
    const { videos } = await account()
    const [video] = await videos([
      'video_views',
      'reach',
      'total_time_watched',
      'average_time_watched',
      'video_duration',
      'video_view_retention',
      'audience_types',
      'audience_genders',
    ])
    expect(video.reach).to.be.within(1, video.video_views)
    expect(video.average_time_watched).to.be.within(0.1, video.video_duration)
    expect(video.total_time_watched).to.be.closeTo(video.video_views * video.average_time_watched, 0.01)
    const shares = video.video_view_retention.map(({ percentage }: { percentage: number }) => percentage)
    expect(shares).to.deep.equal(shares.toSorted((one: number, other: number) => other - one))
    expect(sum(video.audience_genders, 'percentage')).to.be.closeTo(1, 1e-9)
    expect(sum(video.audience_types, 'percentage')).to.be.closeTo(2, 1e-9)
  })

  it('figures of a post freeze a year after it was published', async () => {
    double.advance(366 * day)
    const before = await (await account('short.clips')).videos(['video_views', 'likes', 'shares', 'favorites'])
    double.advance(100 * day)
    expect(await (await account('short.clips')).videos(['video_views', 'likes', 'shares', 'favorites'])).to.deep.equal(
      before,
    )
  })

  it('accounts tell by traits what they do not have', async () => {
    const { accounts } = await double.settled()
    const traits = Object.fromEntries(
      accounts.map(({ handle, traits: list }: { handle: string; traits: string[] }) => [handle, list]),
    )
    expect(traits).to.deep.equal({
      'lena.bakes': [],
      'quiet.corner': ['personal'],
      'solo.dancer': ['personal'],
      'short.clips': ['no_website_clicks'],
      'tiny.studio': ['few_followers'],
      'new.here': ['personal', 'few_followers', 'comments_off'],
    })
  })

  const everything = ['unique_video_views', 'bio_link_clicks', 'audience_activity', 'audience_ages']
  const missing: [string, string[]][] = [
    ['lena.bakes', []],
    ['solo.dancer', ['unique_video_views', 'bio_link_clicks', 'audience_activity']],
    ['short.clips', ['bio_link_clicks']],
    ['tiny.studio', ['audience_activity', 'audience_ages']],
  ]
  for (const [handle, names] of missing)
    it(`${handle} has no ${names.join(', ') || 'gaps'}`, async () => {
      const { audience_ages, metrics } = await (await account(handle)).get(everything)
      const seen = { ...metrics[0], ...(audience_ages && { audience_ages }) }
      expect(everything.filter((name) => !(name in seen))).to.deep.equal(names)
    })

  it('the audience of a post is not told to an account with few followers', async () => {
    const [video] = await (await account('tiny.studio')).videos(['audience_genders', 'audience_types', 'reach'])
    expect(video).to.include.keys('audience_types', 'reach').and.not.include.keys('audience_genders')
  })

  it('figures can be set by their own names; null is not reported', async () => {
    await act('figures', {
      as: 'lena.bakes',
      set: { video_views: 7, unique_video_views: null, followers_count: 99, audience_ages: null },
    })
    const data = await (await account()).get(['video_views', 'unique_video_views', 'followers_count', 'audience_ages'])
    expect(data.metrics.at(-1)).to.deep.equal({ date: '2026-11-18', video_views: 7, followers_count: 99 })
    expect(data.metrics.at(-2)).to.include.keys('unique_video_views')
    expect(data.followers_count).to.equal(99)
    expect(data).to.not.have.property('audience_ages')
  })

  it('figures of another day and of a post can be set', async () => {
    await act('figures', { as: 'lena.bakes', date: '2026-11-14', set: { likes: 3 } })
    const { get, videos } = await account()
    expect((await get(['likes'])).metrics[1]).to.deep.equal({ date: '2026-11-14', likes: 3 })
    const [{ item_id: post }] = await videos(['likes'])
    await act('figures', { as: 'lena.bakes', post, set: { reach: 5, video_view_retention: null } })
    expect((await videos(['reach', 'video_view_retention'], { video_ids: [post] }))[0]).to.deep.equal({
      item_id: post,
      reach: 5,
    })
  })

  it('followers of an earlier day are not those of the profile', async () => {
    const { get } = await account()
    const { followers_count: before } = await get(['followers_count'])
    await act('figures', { as: 'lena.bakes', date: '2026-11-14', set: { followers_count: 5 } })
    const data = await get(['followers_count'])
    expect(data.metrics[1]).to.deep.equal({ date: '2026-11-14', followers_count: 5 })
    expect(data.followers_count).to.equal(before)
  })

  const wrong: [string, Record<string, unknown>][] = [
    ['an unknown figure', { set: { favorities: 1 } }],
    ['no figures', {}],
    ['an unknown account', { as: 'nobody', set: { likes: 1 } }],
    ["another's post", { as: 'short.clips', post: '1', set: { likes: 1 } }],
    ['a day that does not exist', { date: '2026-11-31', set: { likes: 1 } }],
  ]
  for (const [what, body] of wrong)
    it(`${what} cannot be set`, async () => {
      const error = await Promise.resolve(act('figures', body)).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(RangeError)
    })
})
