import { operationIds, operationRow, routedPart } from '@carillon/contract'
import { expect } from 'chai'
import { absent, bodies, idsIn, queries, requiredIds, withSchedule } from './keys/least-requests.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from './test-gateway.ts'

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

/** Filters whose object may have been deleted: without a match the list is empty. */
const filters = new Set(['actorId in auditLog.list', 'keyId in requests.list', 'publishId in schedules.list'])

describe('ids of another organization', () => {
  let gateway: TestGateway
  let victims: Readonly<Record<string, string>>
  before(async () => {
    gateway = await startGateway({ real: true })
    // Seen from the other organization, everything of the installation is foreign.
    const { profileId, keyId, accounts } = gateway.installation
    victims = { profileId, keyId, accountId: accounts.bluesky }
  })
  after(() => gateway.close())

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
