import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const future = '2999-01-01T00:00:00.000Z'
const sooner = '2998-01-01T00:00:00.000Z'
const absent = '0199d1b2-ffff-7000-8000-000000000000'

interface Created {
  keyId: string
  apiKey: string
}

describe('changes of API keys', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const as = ({ apiKey }: Created): Ask => ({ authorization: `Bearer ${apiKey}` })
  const create = async (json: object, options: Ask = {}): Promise<Created> => {
    const { status, body, text } = await gateway.ask('POST', '/api/v1/keys', {
      json: { name: 'One', ...json },
      ...options,
    })
    expect(status, text).to.equal(201)
    return body as unknown as Created
  }
  const change = ({ keyId }: Pick<Created, 'keyId'>, json: object, options: Ask = {}) =>
    gateway.ask('PATCH', `/api/v1/keys/${keyId}`, { json, ...options })
  const current = async (key: Created) => (await gateway.ask('GET', '/api/v1/keys/current', as(key))).body

  function isChanged(reply: Reply, fields: object): void {
    expect(reply.status, reply.text).to.equal(200)
    compileCheck(operationRow('keys.update').responses[200]?.schema ?? false)(reply.body, { whole: 'response' })
    expect(reply.body).to.deep.include(fields)
  }
  function isRejected(reply: Reply, details?: object): void {
    expect([reply.status, reply.body.error.code], reply.text).to.deep.equal([403, 'insufficient_scope'])
    if (details) expect(reply.body.error.details).to.deep.equal(details)
  }

  it('set what is sent, and leave the rest as it is', async () => {
    const { profileId } = gateway.installation
    const key = await create({ scopes: ['posts:write', 'comments:read'], expiresAt: future })
    isChanged(await change(key, { name: 'Renamed' }), { name: 'Renamed', scopes: ['posts:write', 'comments:read'] })
    isChanged(await change(key, { scopes: ['posts:read'] }), {
      name: 'Renamed',
      scopes: ['posts:read'],
      expiresAt: future,
    })
    isChanged(await change(key, { budgets: { publishesPerDay: 3 } }), { budgets: { publishesPerDay: 3 } })
    isChanged(await change(key, { allowedIps: ['127.0.0.0/8', '127.0.0.0/8'] }), { allowedIps: ['127.0.0.0/8'] })
    isChanged(await change(key, { expiresAt: sooner }), { expiresAt: sooner })
    isChanged(await change(key, { profileIds: [profileId.toUpperCase()] }), { profileId, profileIds: null })
    isChanged(await change(key, { budgets: null, allowedIps: null, expiresAt: null }), {
      budgets: null,
      allowedIps: null,
      expiresAt: null,
    })
    expect(await current(key)).to.deep.include({ name: 'Renamed', scopes: ['posts:read'], profileId })
  })

  it('are announced to every gateway, unless nothing of the access has changed', async () => {
    const client = await gateway.installation.context.pool.connect()
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen api_key')
    const [first, second] = [await create({}), await create({})]
    await change(first, { name: 'Renamed' })
    await change(second, { scopes: ['posts:read'] })
    while (heard.length === 0) await client.query('select 1')
    await client.query('unlisten api_key')
    client.release()
    expect(heard).to.deep.equal([second.keyId])
  })

  it('take effect on the next requests of the key', async () => {
    const key = await create({ scopes: ['profiles:read', 'posts:read'] })
    const profiles = () => gateway.ask('GET', '/api/v1/profiles', as(key))
    expect((await profiles()).status).to.equal(200)
    await change(key, { scopes: ['posts:read'] })
    // The database tells this process, which has remembered the key, a moment later.
    while ((await profiles()).status !== 403);
    await change(key, { allowedIps: ['203.0.113.1'] })
    while ((await profiles()).status !== 401);
  })

  it('never widen scopes and profiles', async () => {
    const { profileId } = gateway.installation
    const other = String((await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Other' } })).body['id'])
    const key = await create({ scopes: ['posts:read'], profileId })
    isRejected(await change(key, { scopes: ['posts:write'] }), { requiredScope: 'posts:write' })
    isRejected(await change(key, { preset: 'full' }), { requiredScope: '*' })
    isRejected(await change(key, { profileId: other }), { profileIds: [profileId] })
    isRejected(await change(key, { profileIds: [profileId, other] }), { profileIds: [profileId] })
    expect(await current(key)).to.deep.include({ scopes: ['posts:read'], profileId })
  })

  it('widen budgets, IP addresses and expiry no further than the keys above it allow', async () => {
    const parent = await create({ budgets: { repliesPerDay: 10 }, allowedIps: ['127.0.0.0/8'], expiresAt: future })
    const child = await create({ budgets: { repliesPerDay: 1 }, allowedIps: ['127.0.0.1'] }, as(parent))
    isChanged(await change(child, { budgets: { repliesPerDay: 10 } }, as(parent)), { budgets: { repliesPerDay: 10 } })
    isChanged(await change(child, { allowedIps: ['127.0.0.0/9'] }), { allowedIps: ['127.0.0.0/9'] })
    for (const json of [
      { budgets: { repliesPerDay: 11 } },
      { budgets: { messagesPerDay: 5 } },
      { budgets: null },
      { allowedIps: ['126.0.0.0/7'] },
      { allowedIps: null },
      { expiresAt: '2999-01-01T00:00:00.001Z' },
      { expiresAt: null },
    ])
      for (const by of [{}, as(parent), as(child)]) isRejected(await change(child, json, by))
    expect(await current(child)).to.deep.include({ budgets: { repliesPerDay: 10 }, allowedIps: ['127.0.0.0/9'] })
  })

  it('cannot be made by a key that has less, nor give two keys more than one of them has', async () => {
    const target = await create({ scopes: ['comments:write'], budgets: { repliesPerDay: 5 } })
    const less = await create({ scopes: ['keys:write', 'posts:write'] })
    isRejected(await change(target, { name: 'Mine' }, as(less)))
    const beside = await create({ budgets: { repliesPerDay: 100 } })
    isRejected(await change(target, { budgets: { repliesPerDay: 6 } }, as(beside)), { budget: 'repliesPerDay', max: 5 })
    isChanged(await change(target, { budgets: { repliesPerDay: 4 } }, as(beside)), { budgets: { repliesPerDay: 4 } })
    isChanged(await change(target, { budgets: { repliesPerDay: 500 } }), { budgets: { repliesPerDay: 500 } })
  })

  it('shorten a key that expires later than those above it, and tell how long it can last', async () => {
    const own = await create({ expiresAt: sooner })
    const longer = await create({ expiresAt: future })
    const later = '2999-06-01T00:00:00.000Z'
    for (const expiresAt of [later, null])
      isRejected(await change(longer, { expiresAt }, as(own)), { expiresAt: future })
    const between = '2998-06-01T00:00:00.000Z'
    isChanged(await change(longer, { expiresAt: between }, as(own)), { expiresAt: between })
    const child = await create({ expiresAt: sooner }, as(longer))
    isRejected(await change(child, { expiresAt: later }), { expiresAt: between })
  })

  it('of the own key can only give up', async () => {
    const own = await create({
      scopes: ['keys:write', 'posts:read'],
      budgets: { publishesPerDay: 2 },
      expiresAt: sooner,
    })
    isRejected(await change(own, { scopes: ['*'] }, as(own)))
    isRejected(await change(own, { budgets: { publishesPerDay: 3 } }, as(own)))
    isRejected(await change(own, { expiresAt: future }, as(own)))
    isChanged(await change(own, { budgets: { publishesPerDay: 1 } }, as(own)), { budgets: { publishesPerDay: 1 } })
  })

  it('leave no key with more than the one that created it', async () => {
    const parent = await create({})
    const child = await create({ scopes: ['posts:write'] }, as(parent))
    const keyIds = [child.keyId]
    for (const json of [
      { scopes: ['posts:read'] },
      { allowedIps: ['127.0.0.0/8'] },
      { expiresAt: future },
      { budgets: { publishesPerDay: 1 } },
      { profileId: gateway.installation.profileId },
    ])
      isRejected(await change(parent, json), { keyIds })
    isChanged(await change(child, { scopes: ['posts:read'] }), { scopes: ['posts:read'] })
    isChanged(await change(parent, { scopes: ['posts:read', 'keys:write'] }), { scopes: ['posts:read', 'keys:write'] })
  })

  it('and keys that are created at the same time cannot miss each other', async () => {
    for (let round = 0; round < 10; round++) {
      const parent = await create({})
      const json = { name: 'Late', scopes: ['messages:write'] }
      const [made, narrowed] = await Promise.all([
        gateway.ask('POST', '/api/v1/keys', { json, ...as(parent) }),
        change(parent, { scopes: ['posts:read', 'keys:write'] }),
      ])
      const both = [made.status, narrowed.status]
      expect(both, `${made.text} ${narrowed.text}`).to.deep.be.oneOf([
        [201, 403],
        [403, 200],
      ])
    }
  })

  it('are rejected for values that a new key could not have either', async () => {
    const key = await create({})
    const invalid = [
      {},
      { expiresAt: '2020-01-01T00:00:00.000Z' },
      { allowedIps: ['nonsense'] },
      { allowedIps: [] },
      { scopes: [] },
    ]
    const both = [
      { scopes: ['posts:read'], preset: 'read' },
      { profileId: gateway.installation.profileId, profileIds: [gateway.installation.profileId] },
    ]
    for (const json of [...invalid, ...both, { budgets: {} }, { name: null }, { hash: 'x' }]) {
      const { status, body } = await change(key, json)
      expect([status, body.error.code], JSON.stringify(json)).to.deep.equal([400, 'invalid_request'])
    }
    for (const id of [absent, gateway.installation.keyId]) {
      const options = id === absent ? {} : { authorization: `Bearer ${gateway.installation.foreign.key}` }
      const { status, body } = await change({ keyId: id }, { name: 'Mine' }, options)
      expect([status, body.error.code]).to.deep.equal([404, 'key_not_found'])
    }
    const bound = await change(key, { name: 'Mine' }, { authorization: `Bearer ${gateway.installation.boundKey}` })
    expect(bound.body.error.code).to.equal('profile_scope_violation')
  })
})
