import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { instagramAccess, LINKED_SCOPES, pageAccess, START, startRig } from '../meta/rig.ts'

const DAY = 86_400_000
const SCOPES = ['instagram_business_basic', 'instagram_business_manage_insights']
const FOUR = 'views,reach,total_interactions,accounts_engaged'

describe('instagram: insights', () => {
  const rig = eachTest(startRig)
  const access = eachTest(() => instagramAccess(rig, { scopes: SCOPES }))

  const seconds = (ms: number) => String(ms / 1000)
  const days = (from: number, to: number) => ({ since: seconds(START + from * DAY), until: seconds(START + to * DAY) })

  function ask(query: Record<string, string>, { url, token } = access) {
    const asked = { metric: FOUR, metric_type: 'total_value', period: 'day', ...query, access_token: token }
    return rig.get(`${url}/insights`, Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')))
  }
  async function totals(query: Record<string, string>, of = access): Promise<Record<string, number>> {
    const { body } = await ask(query, of)
    return Object.fromEntries(
      body.data.map((entry: { name: string; total_value: { value: number } }) => [entry.name, entry.total_value.value]),
    )
  }

  it('totals of a span, one entry for each metric', async () => {
    const { status, body } = await ask(days(-28, 0))
    expect(status).to.equal(200)
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal(FOUR.split(','))
    expect(body.data[0]).to.have.all.keys('name', 'period', 'title', 'description', 'total_value', 'id')
    expect(body.data[0]).to.include({ period: 'day', id: `${access.id}/insights/views/day` })
    expect(body.paging).to.have.all.keys('previous', 'next')
  })

  it('counts add up over spans, people do not', async () => {
    const [whole, first, second] = [
      await totals(days(-28, -4)),
      await totals(days(-28, -6)),
      await totals(days(-6, -4)),
    ]
    for (const name of ['views', 'total_interactions'])
      expect((first[name] ?? 0) + (second[name] ?? 0), name).to.equal(whole[name])
    expect((first['reach'] ?? 0) + (second['reach'] ?? 0)).to.be.above(whole['reach'] ?? 0)
  })

  it('interactions are likes, comments, shares and saves', async () => {
    const sum = await totals({ ...days(-28, 0), metric: 'total_interactions,likes,comments,shares,saves' })
    const { total_interactions, ...parts } = sum
    expect(Object.values(parts).reduce((one, other) => one + other, 0)).to.equal(total_interactions)
    expect(sum).to.include({ likes: 3, comments: 2 })
  })

  it('comments and likes are counted when they are made, half a day late', async () => {
    const { posts } = (await rig.instagram.state()) as { posts: { id: string; accountId: string }[] }
    const post = posts.find(({ accountId }) => accountId === access.id)?.id
    const window = { since: seconds(START), until: seconds(START + DAY), metric: 'likes,comments' }
    await rig.instagram.person['like']?.({ postId: post, as: 'new.visitor' })
    await rig.instagram.person['comment']?.({ on: post, text: 'Hello' })
    expect(await totals(window)).to.deep.equal({ likes: 0, comments: 0 })
    rig.advance(DAY)
    expect(await totals(window)).to.deep.equal({ likes: 1, comments: 1 })
  })

  it('without a period the last day is returned', async () => {
    expect(await totals({})).to.deep.equal(await totals(days(-1, 0)))
  })

  it('reach is also returned day by day', async () => {
    const { body } = await ask({ ...days(-7, 0), metric: 'reach', metric_type: 'time_series' })
    expect(body.data[0].values).to.have.length(6)
    expect(body.data[0].values[0].end_time).to.equal('2026-11-15T00:00:00+0000')
    const { reach } = await totals({
      since: seconds(Date.UTC(2026, 10, 14)),
      until: seconds(Date.UTC(2026, 10, 20)),
    })
    const sum = body.data[0].values.reduce((total: number, { value }: { value: number }) => total + value, 0)
    expect(sum).to.be.above(reach ?? 0)
  })

  it('an account with few followers has no data', async () => {
    const young = await instagramAccess(rig, { scopes: SCOPES, as: 'aydin.garden' })
    expect((await ask(days(-28, 0), young)).body).to.deep.equal({ data: [] })
    const { accounts } = (await rig.instagram.state()) as { accounts: { handle: string; traits: string[] }[] }
    expect(accounts.filter(({ traits }) => traits.length > 0).map(({ handle }) => handle)).to.deep.equal([
      'aydin.garden',
    ])
  })

  const rejected: [string, Record<string, string>, RegExp][] = [
    ['no metric type', { metric_type: '' }, /views, reach.*metric_type=total_value/],
    ['days of what has totals only', { metric_type: 'time_series' }, /\(views, total_interactions, accounts_engaged\)/],
    ['a dead metric', { metric: 'views,impressions' }, /metric\[1\] must be one of/],
    ['no metric', { metric: '' }, /metric is required/],
    ['no period', { period: '' }, /period is required/],
    ['28 days as a period', { period: 'days_28' }, /days_28/],
    ['an invalid period', { period: 'year' }, /period must be one of/],
    ['more than 30 days', days(-31, 0), /more than 30 days \(2592000 s\)/],
    ['an end before the start', days(-1, -2), /before/],
    ['an invalid parameter', { pretty: '1' }, /no longer/],
  ]
  for (const [what, query, message] of rejected)
    it(`rejects ${what}`, async () => {
      const { status, body } = await ask(query)
      expect([status, body.error.code]).to.deep.equal([400, 100])
      expect(body.error.message).to.match(message)
    })

  it('needs the scope for insights, under either login', async () => {
    const linked = async (scopes: string[]) => {
      const page = await pageAccess(rig, { scopes })
      return { id: access.id, token: page.token, url: `${rig.urls.facebook}/v25.0/${access.id}` }
    }
    expect((await ask({}, await linked(LINKED_SCOPES))).body.error.code).to.equal(10)
    const plain = await startRig()
    try {
      const basic = await instagramAccess(plain, { scopes: ['instagram_business_basic'] })
      expect((await ask({}, basic)).body.error.code).to.equal(10)
    } finally {
      await plain.close()
    }
    const full = await linked([...LINKED_SCOPES, 'instagram_manage_insights'])
    expect(await totals(days(-28, 0), full)).to.deep.equal(await totals(days(-28, 0)))
  })

  it('figures can be set; null is not reported', async () => {
    await rig.instagram.person['figures']?.({ as: 'lindqvist.bakery', set: { views: 1234, reach: null } })
    const set = await totals(days(-28, 0))
    expect(set).to.include({ views: 1234 }).and.not.include.keys('reach')
    for (const body of [{ set: { impressions: 1 } }, { as: 'nobody', set: { views: 1 } }])
      expect(() => rig.instagram.person['figures']?.(body)).to.throw(RangeError)
  })

  it('is named as an operation', () => {
    const request = { method: 'GET', path: `/v25.0/${access.id}/insights` }
    expect(rig.instagram.operation(request as Parameters<typeof rig.instagram.operation>[0])).to.equal('insights.get')
  })
})
