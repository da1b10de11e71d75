import { type OperationId, operationRow } from '@carillon/contract'
import { limits } from '@carillon/domain'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const url = 'https://hooks.example.com/carillon'
const types = ['publish.*', 'ping']
const absent = '0199d1b2-ffff-7000-8000-000000000000'

function expectShape(id: OperationId, { status, body, text }: Reply): void {
  const schema = operationRow(id).responses[status]?.schema
  expect(schema, text).to.be.an('object')
  compileCheck(schema ?? false)(body, { whole: 'response' })
}

describe('webhook endpoints, with the service behind them', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' } })
  })
  after(() => gateway.close())
  afterEach(async () => {
    const { foreign, key } = gateway.installation
    for (const owner of [key, foreign.key]) {
      const { body } = await ask('GET', '', as(owner))
      for (const { id } of body['webhookEndpoints'] as { id: string }[]) await ask('DELETE', `/${id}`, as(owner))
    }
  })

  const ask = (method: string, path = '', options?: Ask) =>
    gateway.ask(method, `/api/v1/webhook-endpoints${path}`, options)
  const create = (json: object = {}, options: Ask = {}) =>
    ask('POST', '', { json: { url, types, ...json }, ...options })
  const as = (key: unknown): Ask => ({ authorization: `Bearer ${key}` })
  const idOf = async (reply: Promise<Reply>) => String((await reply).body['id'])
  const expectCode = ({ status, body, text }: Reply, expected: number, code: string) =>
    expect([status, body.error?.code], text).to.deep.equal([expected, code])
  const errorPath = ({ body }: Reply) => (body.error.details as { path: string[] }[])[0]?.path

  /** The operations on one endpoint. */
  const onOne: [method: string, path: string, json?: object][] = [
    ['GET', ''],
    ['PATCH', '', { description: 'Theirs' }],
    ['DELETE', ''],
    ['POST', '/secret', {}],
    ['POST', '/test', {}],
    ['POST', '/replay', { since: '2026-01-01T00:00:00.000Z' }],
    ['GET', '/deliveries'],
    ['GET', `/deliveries/${absent}`],
    ['POST', `/deliveries/${absent}/retry`],
  ]

  describe('201', () => {
    it('creates an endpoint and shows its secret this once', async () => {
      const headers = { authorization: 'Bearer of-theirs', 'X-Tenant': 'lindqvist' }
      const reply = await create({ description: 'Booking app', headers })
      expectShape('webhookEndpoints.create', reply)
      const { id, secret, createdAt: _created, updatedAt: _updated, ...shown } = reply.body
      expect(secret).to.match(/^whsec_[A-Za-z0-9+/]{43}=$/)
      expect(shown).to.deep.equal({
        ...{ url, types, profileId: null, description: 'Booking app', headerNames: ['authorization', 'X-Tenant'] },
        ...{ status: 'enabled', disabledReason: null },
      })
      const read = await ask('GET', `/${id}`)
      const listed = await ask('GET')
      const written = JSON.stringify([gateway.lines, read.body, listed.body])
      for (const text of [String(secret), 'of-theirs']) expect(written).not.to.include(text)
    })

    it('stores neither the secret nor the headers as they are', async () => {
      const { secret } = (await create({ headers: { 'x-tenant': 'lindqvist' } })).body
      const { rows } = await gateway.installation.context.pool.query('select * from webhook_endpoint')
      const stored = JSON.stringify(rows, (_name, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
      )
      expect(stored).to.include('x-tenant').and.not.include('lindqvist').and.not.include(String(secret).slice(6))
    })

    it('creates one that is disabled', async () => {
      const { body } = await create({ enabled: false })
      expect([body['status'], body['disabledReason']]).to.deep.equal(['disabled', 'manual'])
    })

    it('creates one for a profile; that of a bound key if none is named', async () => {
      const { boundKey, profileId } = gateway.installation
      expect((await create({ profileId })).body['profileId']).to.equal(profileId)
      expect((await create({}, as(boundKey))).body['profileId']).to.equal(profileId)
      expect((await create({ profileId }, as(boundKey))).body['profileId']).to.equal(profileId)
    })

    for (const taken of ['https://hooks.example.com:8443/a?b=c', 'http://127.0.0.1:9000/', 'https://8.8.8.8/']) {
      it(`takes ${taken}`, async () => {
        expect((await create({ url: taken })).body['url']).to.equal(taken)
      })
    }
  })

  describe('200', () => {
    it('lists the endpoints of the own organization, oldest first; a bound key gets those of its profile', async () => {
      const { boundKey, foreign, profileId } = gateway.installation
      const whole = await idOf(create())
      const bound = await idOf(create({ profileId }))
      const idsFor = async (options?: Ask) => {
        const reply = await ask('GET', '', options)
        expectShape('webhookEndpoints.list', reply)
        return (reply.body['webhookEndpoints'] as { id: string }[]).map(({ id }) => id)
      }
      expect(await idsFor()).to.deep.equal([whole, bound])
      expect(await idsFor(as(boundKey))).to.deep.equal([bound])
      expect(await idsFor(as(foreign.key))).to.deep.equal([])
    })

    it('shows the health of an endpoint that nothing was delivered to', async () => {
      const reply = await ask('GET', `/${await idOf(create())}`)
      expectShape('webhookEndpoints.get', reply)
      const health = { lastSuccessAt: null, lastFailureAt: null, pending: 0, failing24h: 0 }
      expect(reply.body['health']).to.deep.equal(health)
    })

    it('changes what is sent and keeps the rest', async () => {
      const { id, secret: _secret, updatedAt: _at, ...before } = (await create({ headers: { 'x-a': '1' } })).body
      const changes = { types: ['*'], description: 'Changed', headers: { 'x-b': '2' } }
      const reply = await ask('PATCH', `/${id}`, { json: changes })
      expectShape('webhookEndpoints.update', reply)
      const { headers: _headers, ...shown } = changes
      const { updatedAt: _after, ...after } = reply.body
      expect(after).to.deep.equal({ id, ...before, ...shown, headerNames: ['x-b'] })
      const cleared = await ask('PATCH', `/${id}`, { json: { description: null, headers: {} } })
      expect(cleared.body).to.deep.include({ description: null, headerNames: [], types: ['*'] })
    })

    it('sends headers to another origin only if they are sent with its URL', async () => {
      const id = await idOf(create({ headers: { authorization: 'Bearer of-theirs' } }))
      for (const other of ['https://other.example.com/carillon', 'https://hooks.example.com:8443/carillon']) {
        const rejected = await ask('PATCH', `/${id}`, { json: { url: other } })
        expectCode(rejected, 400, 'invalid_request')
        expect(errorPath(rejected)).to.deep.equal(['headers'])
      }
      const path = await ask('PATCH', `/${id}`, { json: { url: `${url}/v2` } })
      expect(path.body, path.text).to.deep.include({ url: `${url}/v2`, headerNames: ['authorization'] })
      const moved = await ask('PATCH', `/${id}`, {
        json: { url: 'https://other.example.com/', headers: { 'x-a': '1' } },
      })
      expect(moved.body, moved.text).to.deep.include({ url: 'https://other.example.com/', headerNames: ['x-a'] })
      const without = await ask('PATCH', `/${id}`, { json: { url, headers: {} } })
      expect(without.body, without.text).to.deep.include({ url, headerNames: [] })
      expect((await ask('PATCH', `/${id}`, { json: { url: 'https://other.example.com/' } })).status).to.equal(200)
    })

    it('disables and enables an endpoint', async () => {
      const id = await idOf(create())
      const stateAfter = async (enabled: boolean) => {
        const { body } = await ask('PATCH', `/${id}`, { json: { enabled } })
        return [body['status'], body['disabledReason']]
      }
      expect(await stateAfter(false)).to.deep.equal(['disabled', 'manual'])
      expect(await stateAfter(false)).to.deep.equal(['disabled', 'manual'])
      expect(await stateAfter(true)).to.deep.equal(['enabled', null])
    })

    it('cancels what is pending when an endpoint is disabled, but not a test', async () => {
      const id = await idOf(create())
      const { body } = await ask('POST', `/${id}/test`, { json: {} })
      await ask('PATCH', `/${id}`, { json: { enabled: false } })
      const one = await ask('GET', `/${id}/deliveries/${body['deliveryId']}`)
      expectShape('webhookEndpoints.deliveries.get', one)
      expect(JSON.parse(String(one.body['body']))).to.include({ type: 'ping', id: one.body['eventId'] })
      const reply = await ask('GET', `/${id}/deliveries`)
      expectShape('webhookEndpoints.deliveries.list', reply)
      expect(reply.body['deliveries']).to.have.nested.property('[0].id', body['deliveryId'])
      expect(reply.body['deliveries']).to.have.nested.property('[0].status', 'pending')
    })

    it('deletes an endpoint', async () => {
      const id = await idOf(create())
      const reply = await ask('DELETE', `/${id}`)
      expectShape('webhookEndpoints.delete', reply)
      expect(reply.body).to.deep.equal({ id, deleted: true })
      expectCode(await ask('GET', `/${id}`), 404, 'webhook_endpoint_not_found')
    })

    it('renews the secret', async () => {
      const { id, secret } = (await create()).body
      const replies = [
        await ask('POST', `/${id}/secret`, { json: {} }),
        await ask('POST', `/${id}/secret`, { json: { keepOldSeconds: 0 } }),
      ]
      for (const reply of replies) expectShape('webhookEndpoints.secret.renew', reply)
      const secrets = new Set([secret, ...replies.map(({ body }) => body['secret'])])
      expect(secrets.size).to.equal(3)
      for (const each of secrets) expect(JSON.stringify(gateway.lines)).not.to.include(String(each))
    })

    it('lists deliveries in pages, newest first, by status and type', async () => {
      const id = await idOf(create())
      const made: unknown[] = []
      for (const type of ['ping', 'publish.failed', 'ping']) {
        made.unshift((await ask('POST', `/${id}/test`, { json: { type } })).body['deliveryId'])
      }
      const list = async (query: string) => {
        const reply = await ask('GET', `/${id}/deliveries?${query}`)
        expectShape('webhookEndpoints.deliveries.list', reply)
        return reply.body as unknown as { deliveries: { id: string; type: string }[]; nextCursor: string | null }
      }
      const first = await list('limit=2')
      const second = await list(`limit=2&cursor=${first.nextCursor}`)
      expect([...first.deliveries, ...second.deliveries].map((each) => each.id)).to.deep.equal(made)
      expect(second.nextCursor).to.equal(null)
      expect((await list('type=publish.failed')).deliveries.map(({ type }) => type)).to.deep.equal(['publish.failed'])
      expect((await list('status=pending')).deliveries).to.have.length(3)
      expect((await list('status=delivered')).deliveries).to.deep.equal([])
    })
  })

  describe('202', () => {
    it('queues a test, also for an endpoint that is disabled', async () => {
      for (const enabled of [true, false]) {
        const reply = await ask('POST', `/${await idOf(create({ enabled }))}/test`, { json: {} })
        expectShape('webhookEndpoints.test', reply)
        expect(reply.status).to.equal(202)
      }
    })

    it('replays nothing where nothing has happened', async () => {
      const json = { since: '2026-01-01T00:00:00.000Z', types: ['*'], onlyFailed: true }
      const reply = await ask('POST', `/${await idOf(create())}/replay`, { json })
      expectShape('webhookEndpoints.replay', reply)
      expect(reply.body).to.deep.equal({ deliveries: 0 })
    })

    it('makes a delivery due again', async () => {
      const id = await idOf(create())
      const { deliveryId } = (await ask('POST', `/${id}/test`, { json: {} })).body
      const reply = await ask('POST', `/${id}/deliveries/${deliveryId}/retry`)
      expectShape('webhookEndpoints.deliveries.retry', reply)
      expect([reply.status, reply.body['deliveryId']]).to.deep.equal([202, deliveryId])
    })
  })

  describe('400', () => {
    for (const rejected of [
      'http://hooks.example.com/',
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/',
      'https://localhost.:8443/',
      'https://app.localhost/',
      'https://user:password@hooks.example.com/',
      'https://hooks.example.com:22/',
      'http://localhost:9000/',
      'ftp://hooks.example.com/',
      'javascript:alert(1)',
      'hooks.example.com',
    ]) {
      it(`rejects ${rejected}, also as a change`, async () => {
        const id = await idOf(create())
        for (const reply of [
          await create({ url: rejected }),
          await ask('PATCH', `/${id}`, { json: { url: rejected } }),
        ]) {
          expectCode(reply, 400, 'invalid_request')
          expect(errorPath(reply)).to.deep.equal(['url'])
        }
      })
    }

    for (const [name, value] of [
      ['Host', 'other.example.com'],
      ['content-type', 'text/plain'],
      ['Content-Length', '0'],
      ['webhook-id', '1'],
      ['Webhook-Signature', 'v1,x'],
      ['Connection', 'close'],
      ['transfer-encoding', 'chunked'],
      ['upgrade', 'h2c'],
      ['proxy-authorization', 'x'],
      ['cookie', 'a=b'],
      ['user-agent', 'x'],
      // An HTTP client takes it for the prototype and sends no such header.
      ['__proto__', '1'],
      ['x y', '1'],
      ['x-a\r\nx-b', '1'],
      ['', '1'],
      ['x-a', 'a\r\nx-b: 1'],
      ['x-a', 'ä'],
    ] as const) {
      it(`rejects the header ${JSON.stringify([name, value])}`, async () => {
        const reply = await create({ headers: { [name]: value } })
        expectCode(reply, 400, 'invalid_request')
        expect(errorPath(reply)).to.deep.equal(['headers', name])
      })
    }

    for (const [what, json] of [
      ['no type', { types: [] }],
      ['an unknown type', { types: ['publish.lost'] }],
      ['an unknown pattern', { types: ['pub*'] }],
      ['a type twice', { types: ['ping', 'ping'] }],
      ['a header twice', { headers: { 'x-a': '1', 'X-A': '2' } }],
      ['a URL that is too long', { url: `https://hooks.example.com/${'a'.repeat(2_048)}` }],
      ['a field that does not exist', { secret: 'whsec_mine' }],
    ] as const) {
      it(`rejects ${what}`, async () => {
        expectCode(await create(json), 400, 'invalid_request')
      })
    }

    it('rejects too many headers, and says how many there are', async () => {
      const reply = await create({ headers: Object.fromEntries([...Array(11).keys()].map((n) => [`x-${n}`, '1'])) })
      expectCode(reply, 400, 'invalid_request')
      expect(reply.body.error.message).to.equal('headers: 11 fields, at most 10 are allowed')
    })

    it('rejects bounds of other operations', async () => {
      const id = await idOf(create())
      for (const [path, json] of [
        ['/secret', { keepOldSeconds: 86_401 }],
        ['/secret', { keepOldSeconds: -1 }],
        ['/test', { type: 'publish.lost' }],
        ['/replay', {}],
        ['/replay', { since: 'yesterday' }],
      ] as const) {
        expectCode(await ask('POST', `/${id}${path}`, { json }), 400, 'invalid_request')
      }
      for (const query of ['status=lost', 'type=lost', 'limit=201', 'cursor=lost']) {
        expectCode(await ask('GET', `/${id}/deliveries?${query}`), 400, 'invalid_request')
      }
    })

    it('rejects a replay and a retry of an endpoint that is disabled', async () => {
      const id = await idOf(create({ enabled: false }))
      const { deliveryId } = (await ask('POST', `/${id}/test`, { json: {} })).body
      const json = { since: '2026-01-01T00:00:00.000Z' }
      expectCode(await ask('POST', `/${id}/replay`, { json }), 400, 'invalid_request')
      expectCode(await ask('POST', `/${id}/deliveries/${deliveryId}/retry`), 400, 'invalid_request')
    })
  })

  it('401: without a key', async () => {
    expectCode(await ask('GET', '', { authorization: null }), 401, 'unauthorized')
    expectCode(await create({}, { authorization: null }), 401, 'unauthorized')
    for (const [method, path, json] of onOne) {
      const reply = await ask(method, `/${absent}${path}`, { authorization: null, ...(json && { json }) })
      expectCode(reply, 401, 'unauthorized')
    }
  })

  describe('404', () => {
    it('an endpoint of another organization is as absent as one that does not exist, and stays', async () => {
      const { foreign } = gateway.installation
      const id = await idOf(create())
      const options = { ...as(foreign.key), headers: { 'x-request-id': 'same' } }
      for (const [method, path, json] of onOne) {
        const [theirs, none] = await Promise.all(
          [id, absent].map((each) => ask(method, `/${each}${path}`, { ...options, ...(json && { json }) })),
        )
        expectCode(theirs as Reply, 404, 'webhook_endpoint_not_found')
        expect(theirs?.text, `${method} ${path}`).to.equal(none?.text)
      }
      expect((await ask('GET', `/${id}`)).body).to.include({ description: null })
    })

    it('endpoints of the organization and of other profiles, for a bound key', async () => {
      const { boundKey } = gateway.installation
      const other = await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Another' } })
      for (const id of [await idOf(create()), await idOf(create({ profileId: other.body['id'] }))]) {
        for (const [method, path, json] of onOne) {
          const reply = await ask(method, `/${id}${path}`, { ...as(boundKey), ...(json && { json }) })
          expectCode(reply, 404, 'webhook_endpoint_not_found')
        }
      }
      expectCode(await create({ profileId: other.body['id'] }, as(boundKey)), 404, 'profile_not_found')
    })

    it('endpoints of the organization and of other profiles, for a key of several profiles', async () => {
      const { profileId } = gateway.installation
      const addProfile = async (name: string) =>
        String((await gateway.ask('POST', '/api/v1/profiles', { json: { name } })).body['id'])
      const [second, third] = [await addProfile('Second'), await addProfile('Third')]
      const json = { name: 'Several', profileIds: [profileId, second] }
      const several = as((await gateway.ask('POST', '/api/v1/keys', { json })).body['apiKey'])
      const own = await idOf(create({ profileId: second }))
      for (const id of [await idOf(create()), await idOf(create({ profileId: third }))]) {
        for (const [method, path, sent] of onOne) {
          const reply = await ask(method, `/${id}${path}`, { ...several, ...(sent && { json: sent }) })
          expectCode(reply, 404, 'webhook_endpoint_not_found')
        }
      }
      expect((await ask('GET', `/${own}`, several)).status).to.equal(200)
      expect((await ask('GET', '', several)).body['webhookEndpoints'])
        .to.have.length(1)
        .and.have.nested.property('[0].id', own)
      expectCode(await create({}, several), 400, 'profile_required')
      expectCode(await create({ profileId: third }, several), 404, 'profile_not_found')
      expect((await create({ profileId: second }, several)).body['profileId']).to.equal(second)
    })

    it('a profile of another organization', async () => {
      const { profileId } = gateway.installation.foreign
      expectCode(await create({ profileId }), 404, 'profile_not_found')
    })

    it('a delivery that does not exist, or is of another endpoint', async () => {
      const [id, other] = [await idOf(create()), await idOf(create())]
      const { deliveryId } = (await ask('POST', `/${other}/test`, { json: {} })).body
      for (const each of [absent, deliveryId]) {
        expectCode(await ask('GET', `/${id}/deliveries/${each}`), 404, 'delivery_not_found')
        expectCode(await ask('POST', `/${id}/deliveries/${each}/retry`), 404, 'delivery_not_found')
      }
    })
  })

  it('409: more than an organization may have, also at once', async () => {
    const max = limits.webhookEndpointsPerOrganization
    const replies = await Promise.all(Array.from({ length: max + 5 }, () => create()))
    expect(replies.filter(({ status }) => status === 201)).to.have.length(max)
    const rejected = replies.filter(({ status }) => status !== 201)
    for (const reply of rejected) expectCode(reply, 409, 'webhook_endpoint_limit_reached')
    expect((await ask('GET')).body['webhookEndpoints']).to.have.length(max)
    expect((await create({}, as(gateway.installation.foreign.key))).status).to.equal(201)
  })
})
