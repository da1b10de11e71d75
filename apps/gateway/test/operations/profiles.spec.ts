import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

/** With the real use cases: responses match the schemas of their operation rows. */
describe('profiles, with the service behind them', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())
  const ask = (method: string, path: string, options?: Ask): Promise<Reply> =>
    gateway.ask(method, `/api/v1/profiles${path}`, options)

  it('are created, read, listed, replaced and deleted in the shapes that the rows promise', async () => {
    const metadata = { tier: 'gold', base64: 'x', sha256: 'y', deep: [{ a: null }] }
    const created = await ask('POST', '', { json: { name: 'Bakery 🥐', externalId: 'b-1', metadata } })
    expect(created.status, created.text).to.equal(201)
    const id = String(created.body['id'])
    const shape = operationRow('profiles.create').responses[201]?.schema ?? {}
    compileCheck(shape)(created.body, { whole: 'response' })
    expect(created.body).to.deep.include({ name: 'Bakery 🥐', externalId: 'b-1', metadata, isDefault: false })
    expect((await ask('GET', `/${id}`)).body).to.deep.equal(created.body)
    const list = await ask('GET', '')
    compileCheck(operationRow('profiles.list').responses[200]?.schema ?? {})(list.body, { whole: 'response' })
    const { profiles } = list.body as unknown as { profiles: { id: string; isDefault: boolean }[] }
    expect(profiles.map((profile) => profile.id)).to.deep.equal([gateway.installation.profileId, id])
    const replaced = await ask('PUT', `/${id}`, { json: { name: 'Bakery' } })
    expect(replaced.body).to.deep.include({ id, name: 'Bakery', externalId: null, metadata: null })
    expect((await ask('DELETE', `/${id}`)).body).to.deep.equal({ id, deleted: true })
    expect((await ask('GET', `/${id}`)).status).to.equal(404)
  })

  it('respond to a repeated request as the first time, and to a different one with a conflict', async () => {
    const headers = { 'idempotency-key': 'k-1' }
    const first = await ask('POST', '', { json: { name: 'Once' }, headers })
    const again = await ask('POST', '', {
      body: '{ "name": "Once" }',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect([again.status, again.body]).to.deep.equal([201, first.body])
    const other = await ask('POST', '', { json: { name: 'Twice' }, headers })
    expect([other.status, other.body.error.code]).to.deep.equal([409, 'idempotency_conflict'])
    const taken = await ask('POST', '', { json: { name: 'Once' } })
    expect(taken.body.error).to.deep.include({
      code: 'profile_name_conflict',
      details: { existingProfileId: first.body['id'] },
    })
  })

  it('have no externalId where it is empty, however many do', async () => {
    const [first, second] = [
      await ask('POST', '', { json: { name: 'First', externalId: '' } }),
      await ask('POST', '', { json: { name: 'Second', externalId: '' } }),
    ]
    const { id } = (await ask('POST', '', { json: { name: 'Third', externalId: 'c-3' } })).body
    const replaced = await ask('PUT', `/${id}`, { json: { name: 'Third', externalId: '' } })
    const shown = [first, second, replaced].map(({ status, body }) => [status, body['externalId']])
    expect(shown).to.deep.equal([
      [201, null],
      [201, null],
      [200, null],
    ])
  })

  it('are not distinguished from absent ones when they are foreign', async () => {
    const { foreign } = gateway.installation
    const absent = '0199d1b2-ffff-7000-8000-000000000000'
    for (const [method, options] of [
      ['GET', {}],
      ['PUT', { json: { name: 'X' } }],
      ['DELETE', {}],
    ] as const) {
      const sent = { ...options, headers: { 'x-request-id': 'same' } }
      const replies = await Promise.all([foreign.profileId, absent].map((id) => ask(method, `/${id}`, sent)))
      expect(
        replies.map(({ status }) => status),
        method,
      ).to.deep.equal([404, 404])
      expect(replies[0]?.text).to.equal(replies[1]?.text)
    }
    const own = await gateway.ask('GET', `/api/v1/profiles/${foreign.profileId}`, {
      authorization: `Bearer ${foreign.key}`,
    })
    expect(own.status).to.equal(200)
  })
})

describe('the limit of an organization', () => {
  it('is shown and holds when less of it is left than of that of the key', async () => {
    const gateway = await startGateway({ env: { REQUESTS_PER_MINUTE_ORGANIZATION: '2' } })
    const replies: Reply[] = []
    for (let n = 0; n < 3; n++) replies.push(await gateway.ask('GET', '/api/v1/profiles'))
    const rates = replies.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0])
    expect(replies[0]?.headers.get('ratelimit-policy')).to.equal('"organization";q=2;w=60')
    // A minute may begin between two of them.
    if (rates.join() === '"organization";r=1,"organization";r=0,"organization";r=0') {
      expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 429])
      expect(replies[2]?.body.error.message).to.include('organization').and.include('2 requests per minute')
    }
    await gateway.close()
  })
})

describe("a key's own limit", () => {
  it('counts down and then rejects until the minute is over', async () => {
    const gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '2' } })
    const replies: Reply[] = []
    for (let n = 0; n < 3; n++) replies.push(await gateway.ask('GET', '/api/v1/profiles'))
    const rates = replies.map(({ headers }) => headers.get('ratelimit')?.split(';')[1])
    // A minute may begin between two of them.
    if (rates.join() === 'r=1,r=0,r=0') {
      expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 429])
      expect(Number(replies[2]?.headers.get('retry-after'))).to.be.within(1, 60)
    }
    const other = await gateway.ask('GET', '/api/v1/profiles', {
      authorization: `Bearer ${gateway.installation.foreign.key}`,
    })
    expect(other.status).to.equal(200)
    await gateway.close()
  })
})
