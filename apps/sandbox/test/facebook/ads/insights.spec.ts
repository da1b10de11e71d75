import { expect } from 'chai'
import { eachTest } from '../../fixture.ts'
import { startRig } from '../../meta/rig.ts'
import { adsAccess, codes, makeTree } from './ads-access.ts'

const RANGE = { since: '2026-10-20', until: '2026-11-18' }
const FIELDS =
  'campaign_id,campaign_name,impressions,reach,clicks,inline_link_clicks,ctr,cpc,cpm,spend,frequency,actions'

interface Row {
  date_start: string
  date_stop: string
  impressions: string
  spend: string
  campaign_id?: string
}

describe('facebook ads: insights', () => {
  const rig = eachTest(startRig)
  const ads = eachTest(() => adsAccess(rig))

  const daily = { time_increment: 1, time_range: RANGE, fields: FIELDS, limit: 500 }
  const rows = async (path: string, query: Record<string, unknown> = {}): Promise<Row[]> =>
    (await ads.get(`${path}/insights`, { ...daily, ...query })).body.data
  const sum = (list: Row[], field: 'impressions' | 'spend') =>
    list.reduce((total, row) => total + Number(row[field]), 0)

  it('has a row for every day with delivery, its numbers in text', async () => {
    const list = await rows(ads.account)
    expect(list.length).to.be.within(10, 29)
    for (const row of list) {
      expect(row.date_start).to.equal(row.date_stop)
      for (const field of ['impressions', 'reach', 'spend', 'frequency'] as const) {
        expect((row as unknown as Record<string, unknown>)[field]).to.match(/^\d+(\.\d+)?$/)
      }
    }
    expect(list[0]?.spend).to.match(/^\d+\.\d\d$/)
    expect(await rows(ads.account)).to.deep.equal(list)
  })

  it('adds up: the ads of an account are the account', async () => {
    const [account, perAd] = [await rows(ads.account), await rows(ads.account, { level: 'ad' })]
    expect(sum(perAd, 'impressions')).to.equal(sum(account, 'impressions'))
    const [whole] = await rows(ads.account, { time_increment: 'all_days' })
    expect(Number(whole?.spend)).to.be.closeTo(sum(account, 'spend'), 0.001)
  })

  it('has rows of archived and deleted campaigns only if their status is requested', async () => {
    const before = await rows(ads.account, { level: 'campaign' })
    const [one, other] = [...new Set(before.map(({ campaign_id: id }) => String(id)))]
    await ads.post(String(one), { status: 'ARCHIVED' })
    await ads.remove(String(other))
    const live = before.filter(({ campaign_id: id }) => id !== one && id !== other)
    expect(await rows(ads.account, { level: 'campaign' })).to.deep.equal(live)
    expect(sum(await rows(ads.account), 'impressions')).to.equal(sum(before, 'impressions'))
    const requested = (value: string[]) => [{ field: 'campaign.effective_status', operator: 'IN', value }]
    const every = requested(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'WITH_ISSUES'])
    expect(await rows(ads.account, { level: 'campaign', filtering: every })).to.deep.equal(before)
    const archived = await rows(ads.account, { level: 'campaign', filtering: requested(['ARCHIVED']) })
    expect(archived).to.deep.equal(before.filter(({ campaign_id: id }) => id === one))
    const unknown = { level: 'campaign', filtering: requested(['OVER']) }
    expect(codes(await ads.get(`${ads.account}/insights`, unknown))[0]).to.equal(100)
  })

  it('counts the days of the zone of the ad account', async () => {
    const tomas = await adsAccess(rig, { as: 'tomas.ferrer' })
    const { body } = await tomas.get('me/adaccounts')
    const today = async ({ id }: { id: string }) => {
      const { body: started } = await tomas.post(`${id}/insights`, { date_preset: 'today' })
      return (await tomas.get(started.report_run_id)).body.date_start
    }
    // It is 12:00 UTC on 20 November: the 21st on Kiritimati already.
    expect(await Promise.all(body.data.map(today))).to.deep.equal(['2026-11-21', '2026-11-20'])
    const yen = await tomas.get(`${body.data[1].id}/insights`, { ...daily, time_increment: 'all_days' })
    expect(yen.body.data[0].spend).to.match(/^\d+$/)
  })

  it('has the rows until today of a time range that ends later', async () => {
    const [near, far] = ['2026-12-31', '9999-12-31'].map((until) => ({ time_range: { since: '2026-10-20', until } }))
    expect((await rows(ads.account, far)).length).to.be.greaterThan(10)
    expect(await rows(ads.account, far)).to.deep.equal(await rows(ads.account, near))
  })

  it('looks at the last thirty days unless told otherwise', async () => {
    const [usual] = (await ads.get(`${ads.account}/insights`, { fields: 'spend' })).body.data
    expect([usual.date_start, usual.date_stop]).to.deep.equal(['2026-10-21', '2026-11-19'])
    const [all] = (await ads.get(`${ads.account}/insights`, { fields: 'spend', date_preset: 'maximum' })).body.data
    expect(Number(all.spend)).to.be.greaterThan(Number(usual.spend))
  })

  const wrong: [string, Record<string, unknown>, number][] = [
    ['a window that begins too early', { time_range: { since: '2020-01-01', until: '2020-02-01' } }, 3018],
    ['a window that ends before it begins', { time_range: { since: '2026-11-02', until: '2026-11-01' } }, 100],
    ['a day that no month has', { time_range: { since: '2026-02-31', until: '2026-03-05' } }, 100],
    ['an unknown level', { level: 'post' }, 100],
    ['an unknown field', { fields: 'likes' }, 100],
    ['a breakdown', { breakdowns: 'age' }, 100],
  ]
  for (const [what, query, code] of wrong) {
    it(`rejects ${what}`, async () => {
      expect(codes(await ads.get(`${ads.account}/insights`, { ...daily, ...query }))[0]).to.equal(code)
    })
  }

  it('rejects too many rows at once, which a report then has', async () => {
    await rig.facebook.person['ads-settings']?.({ maxSyncRows: 20 })
    const ask = { ...daily, level: 'ad' }
    expect(codes(await ads.get(`${ads.account}/insights`, ask))).to.deep.equal([100, 1504018])
    const { body } = await ads.post(`${ads.account}/insights`, ask)
    const run = body.report_run_id
    const status = async () => (await ads.get(run, { fields: 'async_status,async_percent_completion' })).body
    expect((await status()).async_status).to.equal('Job Not Started')
    expect(codes(await ads.get(`${run}/insights`))[0]).to.equal(100)
    rig.advance(150)
    expect(await status()).to.include({ async_status: 'Job Running', async_percent_completion: 50 })
    rig.advance(150)
    expect(await status()).to.include({ async_status: 'Job Completed', async_percent_completion: 100 })
    const first = (await ads.get(`${run}/insights`, { limit: 10 })).body
    expect(first.data).to.have.length(10)
    const second = (await rig.send(first.paging.next)).body
    await rig.facebook.person['ads-settings']?.({ maxSyncRows: 10_000 })
    const all = await rows(ads.account, { level: 'ad' })
    expect([...first.data, ...second.data]).to.deep.equal(all.slice(0, 10 + second.data.length))
    const back = async (query: Record<string, unknown>) => (await ads.get(`${run}/insights`, query)).body
    expect((await back({ limit: 4, before: second.paging.cursors.before })).data).to.deep.equal(all.slice(6, 10))
    expect((await back({ limit: 50, before: second.paging.cursors.before })).data).to.deep.equal(all.slice(0, 10))
    expect(await back({ before: first.paging.cursors.before })).to.deep.equal({ data: [] })
    expect((await back({ before: 'nowhere' })).error?.code).to.equal(100)
  })

  it('fails a report when told to, and says why', async () => {
    await rig.facebook.person['ads-settings']?.({ reportOutcome: 'failed' })
    const { body } = await ads.post(`${ads.account}/insights`, daily)
    rig.advance(300)
    const run = (await ads.get(body.report_run_id)).body
    expect(run).to.include({ async_status: 'Job Failed', error_code: -2, error_subcode: 2490547 })
  })

  it('goes on while the clock moves, and stops for what is paused', async () => {
    const [campaign] = (await ads.get(`${ads.account}/campaigns`, { effective_status: ['ACTIVE'] })).body.data
    rig.advance(3 * 86_400_000)
    await ads.post(campaign.id, { status: 'PAUSED' })
    rig.advance(20 * 86_400_000)
    const list = await rows(campaign.id, { time_range: { since: '2026-11-01', until: '2026-12-13' } })
    const last = list.at(-1)?.date_start ?? ''
    expect(last > '2026-11-20' && last <= '2026-11-23').to.equal(true)
  })

  it('has no rows for the days before the campaign of an ad was activated', async () => {
    const { campaign, ad } = await makeTree(rig, ads)
    await ads.post(campaign, { status: 'PAUSED' })
    rig.advance(10 * 86_400_000)
    await ads.post(campaign, { status: 'ACTIVE' })
    rig.advance(10 * 86_400_000)
    const [first] = await rows(ad, { time_range: { since: '2026-11-01', until: '2026-12-10' } })
    expect(first?.date_start).to.be.a('string')
    expect(String(first?.date_start) >= '2026-11-30').to.equal(true)
  })

  it('has no rows for the days after an ad was disapproved', async () => {
    const [ad] = (await ads.get(`${ads.account}/ads`, { effective_status: ['ACTIVE'] })).body.data
    await rows(ad.id)
    await rig.facebook.person['ad-review']?.({ id: ad.id, decision: 'disapprove' })
    rig.advance(10 * 86_400_000)
    const list = await rows(ad.id, { time_range: { since: '2026-11-01', until: '2026-11-30' } })
    expect(String(list.at(-1)?.date_start) <= '2026-11-20').to.equal(true)
  })

  it('has no rows for the days on which an ad was paused, and one for a day with two pauses', async () => {
    const { campaign, ad } = await makeTree(rig, ads)
    const range = { since: '2026-11-20', until: '2026-12-30' }
    rig.advance(10 * 86_400_000)
    await ads.post(campaign, { status: 'PAUSED' })
    rig.advance(20 * 86_400_000)
    for (const status of ['ACTIVE', 'PAUSED', 'ACTIVE']) await ads.post(campaign, { status })
    rig.advance(10 * 86_400_000)
    const days = (await rows(ad, { time_range: range })).map(({ date_start: day }) => day)
    expect(days.filter((day) => day > '2026-11-30' && day < '2026-12-20')).to.deep.equal([])
    expect(days[0]).to.satisfy((day: string) => day <= '2026-11-30')
    expect(days.at(-1)).to.satisfy((day: string) => day >= '2026-12-20')
    expect(new Set(days).size).to.equal(days.length)
    const [whole] = await rows(ad, { time_range: range, time_increment: 'all_days' })
    const daily = await rows(ad, { time_range: range })
    expect(Number(whole?.impressions)).to.equal(sum(daily, 'impressions'))
  })

  it('has no rows for the days before an ad set starts, nor for those after it ends', async () => {
    const times = { start_time: '2026-11-25T00:00:00Z', end_time: '2026-12-01T00:00:00Z' }
    const { ad } = await makeTree(rig, ads, { times })
    rig.advance(30 * 86_400_000)
    const days = (await rows(ad, { time_range: { since: '2026-11-20', until: '2026-12-19' } })).map(
      ({ date_start: day }) => day,
    )
    expect(days).not.to.deep.equal([])
    expect(days.filter((day) => day < '2026-11-24' || day > '2026-12-01')).to.deep.equal([])
  })
})
