import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { PAGE_SCOPES, pageAccess, START, startRig } from '../meta/rig.ts'

const DAY = 86_400_000
const SCOPES = [...PAGE_SCOPES, 'read_insights']
const THREE = 'page_media_view,page_post_engagements,page_views_total'

interface Entry {
  name: string
  values: { value: number; end_time: string }[]
}

describe('facebook: insights', () => {
  const rig = eachTest(startRig)
  const page = eachTest(() => pageAccess(rig, { scopes: SCOPES }))

  const seconds = (ms: number) => String(ms / 1000)
  const days = (from: number, to: number) => ({ since: seconds(START + from * DAY), until: seconds(START + to * DAY) })

  function ask(query: Record<string, string>, { url, token } = page) {
    const asked = { metric: THREE, period: 'day', ...query, access_token: token }
    return rig.get(`${url}/insights`, Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')))
  }
  async function values(query: Record<string, string>, of = page): Promise<Record<string, number[]>> {
    const { body } = await ask(query, of)
    return Object.fromEntries(body.data.map((entry: Entry) => [entry.name, entry.values.map(({ value }) => value)]))
  }
  const sum = (list: number[] | undefined) => (list ?? []).reduce((total, value) => total + value, 0)
  const act = (name: string, body: Record<string, unknown>) => rig.facebook.person[name]?.(body)

  it('values are stamped with the end of their day in California', async () => {
    const { status, body } = await ask(days(-28, 0))
    expect(status).to.equal(200)
    const [entry] = body.data
    expect(entry).to.have.all.keys('id', 'name', 'period', 'values', 'title', 'description')
    expect(entry.id).to.equal(`${page.id}/insights/page_media_view/day`)
    expect(entry.values).to.have.length(28)
    expect(entry.values.at(-1).end_time).to.equal('2026-11-20T08:00:00+0000')
    const summer = await ask({ since: '2026-10-20', until: '2026-10-22' })
    expect(summer.body.data[0].values[0].end_time).to.equal('2026-10-20T07:00:00+0000')
  })

  it('28 days are a rolling total of the days', async () => {
    const daily = await values(days(-28, 0))
    const rolling = await values({ ...days(-28, 0), period: 'days_28' })
    for (const name of THREE.split(',')) {
      expect(rolling[name]?.at(-1), name).to.equal(sum(daily[name]))
      expect(sum(rolling[name]), name).to.be.above(sum(daily[name]))
    }
    const unique = { metric: 'page_total_media_view_unique' }
    const viewers = (await values({ ...days(-28, 0), ...unique, period: 'days_28' }))['page_total_media_view_unique']
    expect(viewers?.at(-1)).to.be.below(
      sum((await values({ ...days(-28, 0), ...unique }))['page_total_media_view_unique']),
    )
  })

  it('comments and likes are engagements of their day, and new days follow with the clock', async () => {
    rig.advance(DAY)
    const window = { since: seconds(START), until: seconds(START + DAY), metric: 'page_post_engagements' }
    const before = (await values(window))['page_post_engagements']
    expect(before).to.have.length(1)
    const other = await startRig()
    try {
      const same = await pageAccess(other, { scopes: SCOPES })
      const held = (await other.facebook.state()) as { posts: { id: string; accountId: string }[] }
      const on = held.posts.find(({ accountId }) => accountId === same.id)?.id
      await other.facebook.person['like']?.({ postId: on, as: 'New Visitor' })
      await other.facebook.person['comment']?.({ on, text: 'Hello' })
      other.advance(DAY)
      const { body } = await other.get(`${same.url}/insights`, { ...window, period: 'day', access_token: same.token })
      expect(body.data[0].values[0].value).to.equal((before?.[0] ?? 0) + 2)
    } finally {
      await other.close()
    }
  })

  it('followers are a state; the newest is the number that the Page tells', async () => {
    const { page_follows } = await values({ ...days(-28, 0), metric: 'page_follows' })
    expect(page_follows?.at(-1)).to.equal(1841)
    rig.advance(10 * DAY)
    const fields = { fields: 'followers_count,fan_count', access_token: page.token }
    const { body } = await rig.get(page.url, fields)
    const later = await values({ metric: 'page_follows' })
    expect(later['page_follows']?.at(-1)).to.equal(body.followers_count)
    expect(body.fan_count - 1790).to.equal(body.followers_count - 1841)
  })

  it('without a period the two newest values are returned', async () => {
    expect((await values({}))['page_views_total']).to.have.length(2)
  })

  it('a Page with few likes has no data', async () => {
    const young = await pageAccess(rig, { scopes: SCOPES, as: 'elif.aydin' })
    expect((await ask(days(-28, 0), young)).body).to.deep.equal({ data: [] })
    const { accounts } = (await rig.facebook.state()) as { accounts: { pages: { name: string; traits: string[] }[] }[] }
    const traits = Object.fromEntries(accounts.flatMap(({ pages }) => pages.map((one) => [one.name, one.traits])))
    expect(traits).to.include.keys('Lindqvist Bakery')
    expect(traits['Lindqvist Bakery']).to.deep.equal([])
    expect(traits['Aydin Garden']).to.deep.equal(['no_figures'])
    expect(traits['Ferrer Events']).to.deep.equal(['no_analyze_task'])
    expect(Object.values(traits)).to.deep.include(['no_moderate_task'])
  })

  const rejected: [string, Record<string, string>, number][] = [
    ['no metric', { metric: '' }, 3001],
    ['a dead metric among others', { metric: `${THREE},page_impressions` }, 100],
    ['another dead metric', { metric: 'page_fans' }, 100],
    ['a metric named as a member of objects', { metric: 'constructor' }, 100],
    ['28 days of followers', { metric: 'page_follows', period: 'days_28' }, 100],
    ['an invalid period', { period: 'year' }, 100],
    ['more than 90 days', days(-91, 0), 100],
    ['over two years ago', days(-740, -730), 100],
    ['an end before the start', days(-1, -2), 100],
    ['an invalid time', { since: 'soon' }, 100],
  ]
  for (const [what, query, code] of rejected)
    it(`rejects ${what}`, async () => {
      const { status, body } = await ask(query)
      expect([status, body.error.code]).to.deep.equal([400, code])
      if (code === 3001) expect(body.error.error_subcode).to.equal(1504028)
    })

  it('needs the Page token, read_insights and the task ANALYZE', async () => {
    expect((await ask({}, { ...page, token: page.user })).body.error.code).to.equal(200)
    const plain = await startRig()
    try {
      expect((await ask({}, await pageAccess(plain, { scopes: PAGE_SCOPES }))).body.error.code).to.equal(10)
    } finally {
      await plain.close()
    }
    const events = await pageAccess(rig, { scopes: SCOPES, as: 'tomas.ferrer', page: 'Ferrer Events' })
    const { status, body } = await ask({}, events)
    expect([status, body.error.code]).to.deep.equal([403, 200])
    expect(body.error.message).to.include('ANALYZE')
  })

  it('figures can be set for the newest day, and are part of 28 days', async () => {
    const before = (await values({ ...days(-28, 0), period: 'days_28' }))['page_media_view']?.at(-1) ?? 0
    const last = (await values(days(-28, 0)))['page_media_view']?.at(-1) ?? 0
    await act('figures', { as: 'nora.lindqvist', page: 'lindqvistbakery', set: { page_media_view: last + 500 } })
    expect((await values({}))['page_media_view']?.at(-1)).to.equal(last + 500)
    expect((await values({ ...days(-28, 0), period: 'days_28' }))['page_media_view']?.at(-1)).to.equal(before + 500)
  })

  it('figures that are set to null are not reported, all days or one', async () => {
    await act('figures', { set: { page_media_view: null, followers_count: null, fan_count: 5 } })
    await act('figures', { date: '2026-11-10', set: { page_views_total: null } })
    const found = await values(days(-28, 0))
    expect(found).to.not.have.property('page_media_view')
    expect(found['page_views_total']).to.have.length(27)
    const { body } = await rig.get(page.url, { fields: 'followers_count,fan_count', access_token: page.token })
    expect(body).to.deep.equal({ fan_count: 5, id: page.id })
  })

  it('followers and likes have no day: a date does not keep them from being set', async () => {
    await act('figures', { date: '2026-11-10', set: { followers_count: 7, fan_count: 6 } })
    const { body } = await rig.get(page.url, { fields: 'followers_count,fan_count', access_token: page.token })
    expect(body).to.deep.equal({ followers_count: 7, fan_count: 6, id: page.id })
  })

  it('figures of a Page without any can be set', async () => {
    await act('figures', { as: 'elif.aydin', set: { page_views_total: { desktop: 3, mobile: 4 } } })
    const young = await pageAccess(rig, { scopes: SCOPES, as: 'elif.aydin' })
    expect((await values({}, young))['page_views_total']).to.deep.equal([{ desktop: 3, mobile: 4 }])
    expect(await values({ period: 'days_28' }, young)).to.deep.equal({ page_views_total: [7] })
  })

  it('figures have to be those of a Page', () => {
    for (const body of [
      { set: { page_fans: 1 } },
      { as: 'nobody', set: { fan_count: 1 } },
      { as: 'amara.diallo', set: { fan_count: 1 } },
      { page: 'ferrercycling', set: { fan_count: 1 } },
    ])
      expect(() => act('figures', body), JSON.stringify(body)).to.throw(RangeError)
  })

  it('is named as an operation', () => {
    const request = { method: 'GET', path: `/v25.0/${page.id}/insights` }
    expect(rig.facebook.operation(request as Parameters<typeof rig.facebook.operation>[0])).to.equal('insights.get')
  })
})
