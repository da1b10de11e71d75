import { expect } from 'chai'
import { allTests, eachTest } from '../fixture.ts'
import { startDouble } from './double.ts'

describe('tiktok: account', () => {
  const double = eachTest(startDouble)

  async function ask(fields: unknown, query: Record<string, string> = {}, as = 'lena.bakes') {
    const account = double.account(await double.connect(as))
    return account.get('/business/get/', { fields: JSON.stringify(fields), ...query })
  }

  it('tells name and image by default', async () => {
    const { data } = await double.account(await double.connect()).get('/business/get/')
    expect(data).to.have.all.keys('display_name', 'profile_image')
  })

  it('tells the profile', async () => {
    const { data } = await ask(['username', 'is_business_account', 'is_verified', 'videos_count', 'bio_description'])
    expect(data).to.include({ username: 'lena.bakes', is_business_account: true, is_verified: true, videos_count: 4 })
  })

  it('fails the whole call for one field without its scope', async () => {
    const tokens = await double.connect('lena.bakes', ['user.info.username'])
    const account = double.account(tokens)
    const call = (...fields: string[]) => account.get('/business/get/', { fields: JSON.stringify(fields) })
    expect((await call('display_name', 'username')).code).to.equal(0)
    for (const field of ['bio_description', 'followers_count', 'is_business_account', 'likes', 'audience_ages'])
      expect((await call('display_name', field)).code, field).to.equal(40130)
  })

  it('reports a total and days for followers_count; the newest day is the one before yesterday', async () => {
    const { data } = await ask(['followers_count'])
    expect(data.followers_count).to.equal(12_480)
    expect(data.metrics.map(({ date }: { date: string }) => date)).to.deep.equal([
      '2026-11-13',
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
    ])
    expect(data.metrics[0]).to.have.all.keys('date', 'followers_count')
  })

  it('gives the days asked for, inclusive', async () => {
    const { data } = await ask(['likes'], { start_date: '2026-11-01', end_date: '2026-11-03' })
    expect(data.metrics.map(({ date }: { date: string }) => date)).to.deep.equal([
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ])
    expect(data.metrics[0].likes).to.be.a('number')
  })

  it('leaves out what small and ordinary accounts do not have', async () => {
    const fields = ['video_views', 'unique_video_views', 'bio_link_clicks', 'audience_ages']
    const small = (await ask(fields, {}, 'new.here')).data
    expect(small).to.have.all.keys('metrics')
    expect(small.metrics[0]).to.have.all.keys('date', 'video_views')
    const large = (await ask(fields)).data
    expect(large.metrics[0]).to.have.all.keys('date', 'video_views', 'unique_video_views', 'bio_link_clicks')
    const sum = large.audience_ages.reduce(
      (total: number, { percentage }: { percentage: number }) => total + percentage,
      0,
    )
    expect(sum).to.be.closeTo(1, 0.01)
  })

  for (const [name, query] of Object.entries({
    'a list that is not JSON': { fields: 'display_name,username' },
    'a list encoded twice': { fields: encodeURIComponent('["username"]') },
    'an unknown field': { fields: '["favorities"]' },
    'an empty list': { fields: '[]' },
    'a start more than 60 days back': { start_date: '2026-09-20' },
    'an end before the start': { start_date: '2026-11-10', end_date: '2026-11-09' },
    'an end in the future': { end_date: '2026-11-21' },
    'a day that does not exist': { start_date: '2026-11-31' },
    'another date form': { start_date: '20261101' },
  }))
    it(`rejects ${name}`, async () => {
      expect((await double.account(await double.connect()).get('/business/get/', query)).code).to.equal(40002)
    })
})

describe('tiktok: creator settings', () => {
  const double = allTests(startDouble)

  for (const [handle, expected] of Object.entries({
    'lena.bakes': { duet_disabled: false, comment_disabled: false, max_video_post_duration_sec: 600 },
    'solo.dancer': { duet_disabled: true, stitch_disabled: true },
    'short.clips': { max_video_post_duration_sec: 15 },
    'new.here': { comment_disabled: true },
  }))
    it(`tells those of ${handle}`, async () => {
      const { data } = await double.account(await double.connect(handle)).get('/business/video/settings/')
      expect(data).to.include(expected)
      expect(data.privacy_level_options).to.deep.equal(['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
    })

  it('offers a private account no public audience', async () => {
    const { data } = await double.account(await double.connect('quiet.corner')).get('/business/video/settings/')
    expect(data.privacy_level_options).to.deep.equal(['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'])
  })

  it('needs video.publish', async () => {
    const tokens = await double.connect('lena.bakes', ['video.list'])
    expect((await double.account(tokens).get('/business/video/settings/')).code).to.equal(40130)
  })
})
