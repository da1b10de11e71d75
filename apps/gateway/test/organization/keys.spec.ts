import { operationRow } from '@carillon/contract'
import { expect } from 'chai'
import { compileCheck } from '../../src/validate/validate.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const future = '2999-01-01T00:00:00.000Z'

function expectShape(id: 'keys.list' | 'keys.create' | 'keys.delete', { status, body }: Reply): void {
  compileCheck(operationRow(id).responses[status]?.schema ?? false)(body, { whole: 'response' })
}

describe('API keys, with the service behind them', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const ask = (method: string, path = '', options?: Ask) => gateway.ask(method, `/api/v1/keys${path}`, options)
  const create = (json: object, options: Ask = {}) => ask('POST', '', { json, ...options })
  const as = (key: unknown) => ({ authorization: `Bearer ${key}` })
  const profiles = (key: unknown) => gateway.ask('GET', '/api/v1/profiles', as(key))
  const ids = async () => {
    const reply = await ask('GET')
    expectShape('keys.list', reply)
    return (reply.body['keys'] as { keyId: string }[]).map(({ keyId }) => keyId)
  }

  describe('201', () => {
    it('creates a key that works at once and is shown this once', async () => {
      const reply = await create({ name: 'Booking app', expiresAt: future })
      expect(reply.status, reply.text).to.equal(201)
      expectShape('keys.create', reply)
      const { apiKey, keyId, ...shown } = reply.body
      expect(shown).to.deep.include({ name: 'Booking app', profileId: null, expiresAt: future, lastUsedAt: null })
      expect(shown['last4']).to.equal(String(apiKey).slice(-4))
      expect((await profiles(apiKey)).status).to.equal(200)
      expect(await ids()).to.include(keyId)
      expect((await ask('GET')).text).not.to.include(String(apiKey))
      expect(JSON.stringify(gateway.lines)).not.to.include(String(apiKey))
    })

    it('binds a key to a profile, which it then reaches alone', async () => {
      const { profileId } = gateway.installation
      const other = await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Another' } })
      const { body } = await create({ name: 'One customer', profileId })
      expect(body['profileId']).to.equal(profileId)
      expect((await profiles(body['apiKey'])).body['profiles']).to.have.length(1)
      const path = `/api/v1/profiles/${other.body['id']}`
      expect((await gateway.ask('GET', path, as(body['apiKey']))).status).to.equal(404)
    })
  })

  describe('200', () => {
    it('lists the keys of the own organization only', async () => {
      const { foreign, keyId } = gateway.installation
      expect(await ids()).to.include(keyId)
      const theirs = await ask('GET', '', as(foreign.key))
      expect(theirs.body['keys']).to.have.length(1)
    })

    it('deletes a key, which is then rejected', async () => {
      const { keyId, apiKey } = (await create({ name: 'Short' })).body
      expect((await profiles(apiKey)).status).to.equal(200)
      const reply = await ask('DELETE', `/${keyId}`)
      expectShape('keys.delete', reply)
      expect([reply.status, reply.body]).to.deep.equal([200, { keyId, deleted: true, deletedKeyIds: [keyId] }])
      expect(await ids()).not.to.include(keyId)
      // The database tells this process, which has remembered the key, a moment later.
      while ((await profiles(apiKey)).status !== 401);
    })
  })

  describe('a key that another key creates', () => {
    const soon = () => new Date(Date.now() + 3_600_000).toISOString()

    it('expires when that one does, unless it is to expire earlier', async () => {
      const expiresAt = soon()
      const parent = as((await create({ name: 'Short', expiresAt })).body['apiKey'])
      const earlier = new Date(Date.parse(expiresAt) - 60_000).toISOString()
      for (const [asked, granted] of [
        [undefined, expiresAt],
        [expiresAt, expiresAt],
        [earlier, earlier],
      ]) {
        const { status, body } = await create({ name: 'Child', ...(asked && { expiresAt: asked }) }, parent)
        expect([status, body['expiresAt']]).to.deep.equal([201, granted])
      }
    })

    it('403: cannot expire later', async () => {
      const expiresAt = soon()
      const parent = as((await create({ name: 'Short', expiresAt })).body['apiKey'])
      const { status, body } = await create({ name: 'Long', expiresAt: future }, parent)
      expect([status, body.error.code]).to.deep.equal([403, 'insufficient_scope'])
      expect(body.error.message).to.include(expiresAt).and.include(future)
    })

    it('is deleted with it, and so are the keys that it created itself', async () => {
      const first = (await create({ name: 'First' })).body
      const second = (await create({ name: 'Second' }, as(first['apiKey']))).body
      const third = (await create({ name: 'Third' }, as(second['apiKey']))).body
      const beside = (await create({ name: 'Beside' })).body
      const reply = await ask('DELETE', `/${first['keyId']}`)
      expectShape('keys.delete', reply)
      const deletedKeyIds = [first, second, third].map(({ keyId }) => keyId)
      expect(reply.body).to.deep.equal({ keyId: first['keyId'], deleted: true, deletedKeyIds })
      expect(await ids())
        .to.include(beside['keyId'])
        .and.not.include.members(deletedKeyIds)
      while ((await profiles(third['apiKey'])).status !== 401);
      expect((await profiles(beside['apiKey'])).status).to.equal(200)
    })

    it('403: cannot outlast the key of a dashboard session either', async () => {
      const expiresAt = soon()
      const { apiKey, keyId } = (await create({ name: 'Person', expiresAt })).body
      const origin = new URL(gateway.url).origin
      const dashboard = { 'carillon-dashboard': '1', origin }
      const entered = await gateway.ask('POST', '/dashboard/session', {
        authorization: null,
        headers: dashboard,
        json: { key: apiKey },
      })
      const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
      const signedIn = { authorization: null, headers: { ...dashboard, cookie } }
      const late = await create({ name: 'Long', expiresAt: future }, signedIn)
      expect([late.status, late.body.error?.code]).to.deep.equal([403, 'insufficient_scope'])
      const child = await create({ name: 'Child' }, signedIn)
      expect([child.status, child.body['expiresAt']]).to.deep.equal([201, expiresAt])
      const deleted = await ask('DELETE', `/${keyId}`)
      expect(deleted.body['deletedKeyIds']).to.deep.equal([keyId, child.body['keyId']])
    })
  })

  describe('400', () => {
    for (const [what, json, path] of [
      ['no name', {}, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name that is too long', { name: 'a'.repeat(201) }, 'name'],
      ['an expiry that is not a time', { name: 'a', expiresAt: 'tomorrow' }, 'expiresAt'],
      ['an expiry in the past', { name: 'a', expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
      ['a field that does not exist', { name: 'a', scope: 'all' }, 'scope'],
    ] as const) {
      it(`rejects ${what}`, async () => {
        const { status, body } = await create(json)
        expect([status, body.error.code]).to.deep.equal([400, 'invalid_request'])
        expect(body.error.details).to.have.nested.property('[0].path').that.deep.equals([path])
      })
    }

    it('rejects an invalid id', async () => {
      expect((await ask('DELETE', '/key')).status).to.equal(400)
    })
  })

  it('401: without a key', async () => {
    for (const [method, path] of [['GET'], ['POST'], ['DELETE', `/${gateway.installation.keyId}`]] as const) {
      const { status, body } = await ask(method, path, { authorization: null, ...(method === 'POST' && { json: {} }) })
      expect([status, body.error.code], method).to.deep.equal([401, 'unauthorized'])
    }
  })

  it('403: with a key that is bound to a profile, which cannot widen what it reaches', async () => {
    const { boundKey, keyId, profileId } = gateway.installation
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['POST', '', { name: 'Wider' }],
      ['POST', '', { name: 'As wide', profileId }],
      ['DELETE', `/${keyId}`, undefined],
    ] as const) {
      const { status, body } = await ask(method, path, { ...as(boundKey), ...(json && { json }) })
      expect([status, body.error.code], method).to.deep.equal([403, 'profile_scope_violation'])
    }
    expect(await ids()).to.include(keyId)
  })

  it('404: a key of another organization is as absent as one that does not exist, and stays', async () => {
    const { foreign, keyId } = gateway.installation
    const absent = '0199d1b2-ffff-7000-8000-000000000000'
    const options = { ...as(foreign.key), headers: { 'x-request-id': 'same' } }
    const replies = await Promise.all([keyId, absent].map((id) => ask('DELETE', `/${id}`, options)))
    for (const { status, body } of replies) expect([status, body.error.code]).to.deep.equal([404, 'key_not_found'])
    expect(replies[0]?.text).to.equal(replies[1]?.text)
    expect(await ids()).to.include(keyId)
  })

  it('404: a profile of another organization', async () => {
    const { status, body } = await create({ name: 'Theirs', profileId: gateway.installation.foreign.profileId })
    expect([status, body.error.code]).to.deep.equal([404, 'profile_not_found'])
  })

  it('405: names the methods that there are', async () => {
    const { status, headers } = await ask('PUT', '', { json: {} })
    expect([status, headers.get('allow')]).to.deep.equal([405, 'GET, POST, HEAD'])
  })
})
