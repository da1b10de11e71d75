import type { Whole } from '../../whole.ts'
import { ok } from './ok.ts'

/** A day that is so many days ago on the sandbox's clock. */
async function dayBefore(whole: Whole, days: number): Promise<string> {
  const { now } = ok(await whole.sandboxCall('GET', '/clock'), 'clock')
  return new Date(Date.parse(now) - days * 86_400_000).toISOString().slice(0, 10)
}

/** Ad accounts, a campaign from creation to deletion, insights and leads. */
export async function ads(whole: Whole): Promise<void> {
  const started = ok(await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform: 'facebook' }), 'ads')
  const { authorizationUrl, connectionSessionId } = started
  const consent = { authorizationUrl, decision: 'approve', as: 'tomas.ferrer' }
  const { finalUrl } = ok(await whole.sandboxCall('POST', '/person/consent', consent), 'consent')
  const page = await (await fetch(finalUrl)).text()
  const [, chosen = ''] = /name="chosen" value="([^"]+)"/.exec(page) ?? []
  if (chosen !== '') await fetch(finalUrl, { method: 'POST', body: new URLSearchParams({ chosen }) })
  const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
  const [accountId] = ok(session, 'session').accountIds
  const get = async (path: string, query: Record<string, string> = {}) =>
    ok(await whole.call('GET', `/ads/${path}?${new URLSearchParams({ accountId, ...query })}`), path)
  const { adAccounts } = await get('accounts')
  const adAccountId = adAccounts.find(({ currency }: { currency: string }) => currency === 'USD').id
  await get(`accounts/${adAccountId}`)
  const { businesses } = await get('businesses')
  const change = (body: object) => whole.call('PATCH', `/ads/accounts/${adAccountId}`, { accountId, ...body })
  ok(await change({ spendCap: 54_321, name: 'Renamed' }), 'change')
  ok(await change({ resetSpend: true }), 'reset')
  const made = { accountId, businessId: businesses[0].id, name: 'New', currency: 'EUR', timezoneId: 58 }
  ok(await whole.call('POST', '/ads/accounts', made), 'new ad account')
  const posts = await Promise.all(
    [1, 2].map((number) =>
      whole.sandboxCall('POST', '/person/post', { network: 'facebook', as: 'Ferrer Cycling', text: `Ad ${number}` }),
    ),
  )
  const postIds = posts.map(({ body }) => body.id)
  const campaign = { accountId, adAccountId, name: 'Sale', postIds, dailyBudget: 1_500, countries: ['US'] }
  const { id, adSetId, ads } = ok(await whole.call('POST', '/ads/campaigns', campaign), 'campaign').campaign
  const tree = await get('tree', { adAccountId })
  await get('tree', { adAccountId, campaignId: id })
  for (const object of [id, adSetId, ...ads.map((ad: { id: string }) => ad.id)]) {
    ok(await whole.call('PUT', '/ads/status', { accountId, adAccountId, id: object, status: 'active' }), 'status')
  }
  await get('insights', { adAccountId })
  await get('insights', { adAccountId, campaignId: tree.campaigns[0].id })
  await get('insights', {
    adAccountId,
    level: 'ad',
    startDate: await dayBefore(whole, 60),
    endDate: await dayBefore(whole, 5),
  })
  const { nextCursor, forms } = await get('leads')
  await get('leads', { cursor: nextCursor })
  await get('leads', { formId: forms[0].id })
  const query = new URLSearchParams({ accountId, adAccountId })
  ok(await whole.call('DELETE', `/ads/campaigns/${id}?${query}`), 'delete campaign')
}
