import { type OperationId, operationIds, operationRow, propertiesOf, routedPart } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'
import { expect } from 'chai'
import { openInstallation } from './installation.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from './test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

const isId = (schema: JSONSchema | undefined) => typeof schema === 'object' && schema.format === 'uuid'
const idsIn = (schema: JSONSchema | undefined) =>
  Object.entries(propertiesOf(schema)).flatMap(([name, part]) => (isId(part) ? [name] : []))

/** Every place of every operation at which an id can be sent, from the rows: new operations are covered automatically. */
const places = operationIds.flatMap((id) => {
  const row = operationRow(id)
  const { params, query, body, variants = {}, routedBy } = row
  const [variant] = Object.values(variants)
  const first = routedBy === undefined ? (body ?? variant) : routedPart(row, variant)
  return [
    ...idsIn(params).map((name) => ({ id, part: 'params' as const, name })),
    ...idsIn(query).map((name) => ({ id, part: 'query' as const, name })),
    ...idsIn(first).map((name) => ({ id, part: 'body' as const, name })),
  ]
})

/** Ids that the query of an operation has to carry. */
function requiredIds(id: OperationId): Record<string, string> {
  const { query } = operationRow(id)
  const required = typeof query === 'object' ? (query.required ?? []) : []
  return Object.fromEntries(idsIn(query).flatMap((name) => (required.includes(name) ? [[name, absent]] : [])))
}

/** The least that an operation takes besides the id in question. */
const bodies: Readonly<Record<string, object>> = {
  'profiles.replace': { name: 'Mine now' },
  'connections.start': { platform: 'bluesky', handle: 'alice.example' },
  'connections.signup': {},
  'accounts.update': { xCapabilities: {} },
  'posts.publish': { platform: 'bluesky', text: 'Hi' },
  'posts.validate': { platform: 'bluesky', text: 'Hi' },
  'schedules.create': { platform: 'bluesky', text: 'Hi' },
  'schedules.update': { platform: 'bluesky', text: 'Hi' },
  'slots.replace': { timeZone: 'UTC', slots: [] },
  'messages.send': { platform: 'facebook', accountId: absent, recipient: '1', text: 'Hi' },
  'comments.create': { platform: 'facebook', accountId: absent, postId: '1', message: 'Hi' },
  'comments.update': { platform: 'facebook', accountId: absent, hidden: true },
  'ads.accounts.create': { businessId: '1', name: 'A', currency: 'EUR', timezoneId: 1 },
  'ads.accounts.update': { name: 'A' },
  'ads.campaigns.create': { adAccountId: '1', name: 'A', postIds: ['1_2'], countries: ['DE'], dailyBudget: 1000 },
  'publishes.resolve': { outcome: 'failed' },
  'connectLinks.create': {},
  'organization.update': { color: '#000000' },
  'keys.create': { name: 'Mine now' },
  'keys.check': { scopes: ['posts:read'] },
  'origins.create': { origin: 'https://app.example.com' },
  'ads.status.update': { adAccountId: '1', id: '1', status: 'paused' },
  'webhookEndpoints.create': { url: 'https://hooks.example.com', types: ['*'] },
  'webhookEndpoints.update': { description: 'Mine now' },
  'webhookEndpoints.replay': { since: '2026-11-20T00:00:00.000Z' },
}
const queries: Readonly<Record<string, Record<string, string>>> = {
  'posts.delete': { platform: 'bluesky', accountId: absent },
  'comments.list': { platform: 'facebook', accountId: absent },
  'comments.delete': { platform: 'facebook', accountId: absent },
  'messages.templates.list': { platform: 'whatsapp', accountId: absent },
  'slots.get': {},
  'ads.tree.get': { adAccountId: '1' },
  'ads.insights.get': { adAccountId: '1' },
  'ads.campaigns.delete': { adAccountId: '1' },
}

/** The body of an operation whose ids are in its post. */
function withSchedule(id: OperationId, post: object): object {
  if (operationRow(id).routedBy === undefined) return post
  return { publishAt: new Date(Date.now() + 86_400_000).toISOString(), post }
}

/** Filters whose object may have been deleted: without a match the list is empty. */
const filters = new Set(['actorId in auditLog.list', 'keyId in requests.list'])

describe('ids of another organization', () => {
  let gateway: TestGateway
  let victims: Readonly<Record<string, string>>
  before(async () => {
    const installation = await openInstallation()
    gateway = await startGateway({ installation, real: true })
    // Seen from the other organization, everything of the installation is foreign.
    const { profileId, keyId, accounts } = installation
    victims = { profileId, keyId, accountId: accounts.bluesky }
  })
  after(async () => {
    await gateway.close()
    await gateway.installation.close()
  })

  function send({ id, part, name }: (typeof places)[number], value: string): Promise<Reply> {
    const { method, path } = operationRow(id)
    const own: Record<string, string> = {
      profileId: gateway.installation.foreign.profileId,
      postId: 'p',
      adAccountId: '1',
      campaignId: '1',
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, each: string) =>
      part === 'params' && each === name ? value : (own[each] ?? absent),
    )
    const query = new URLSearchParams({
      ...requiredIds(id),
      ...queries[id],
      ...(part === 'query' && { [name]: value }),
    })
    const needed = idsIn(operationRow(id).query).length === 0 || part === 'query' || id in queries
    expect(needed, `${id} needs a query in this test`).to.equal(true)
    const json = bodies[id] && { ...bodies[id], ...(part === 'body' && { [name]: value }) }
    const fill =
      json && 'text' in json && 'platform' in json && json.platform === 'bluesky' && name !== 'accountId'
        ? { accountId: absent, ...json }
        : json
    const options: Ask = {
      authorization: `Bearer ${gateway.installation.foreign.key}`,
      // The body of an error has the id of its request, which would tell two of them apart.
      headers: { 'x-request-id': 'same' },
      ...(fill && { json: withSchedule(id, fill) }),
    }
    return gateway.ask(method.toUpperCase(), `/api/v1${filled}${query.size > 0 ? `?${query}` : ''}`, options)
  }

  for (const place of places) {
    it(`look like ids of nothing: ${place.name} in the ${place.part} of ${place.id}`, async () => {
      const [foreign, nothing] = await Promise.all([send(place, victims[place.name] ?? absent), send(place, absent)])
      expect([foreign.status, foreign.text]).to.deep.equal([nothing.status, nothing.text])
      expect(foreign.status, foreign.text).to.equal(filters.has(`${place.name} in ${place.id}`) ? 200 : 404)
    })
  }

  it('and nothing of it was touched', async () => {
    const profiles = await gateway.ask('GET', '/api/v1/profiles')
    expect((profiles.body['profiles'] as { name: string }[]).map(({ name }) => name)).to.deep.equal(['Default'])
    const { platforms } = { platforms: Object.keys(gateway.installation.accounts) }
    const accounts = await gateway.ask('GET', `/api/v1/profiles/${gateway.installation.profileId}/accounts`)
    expect(accounts.body['accounts']).to.have.length(platforms.length)
  })
})
