import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@carillon/service'
import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('what narrower access would reject', () => {
  let gateway: TestGateway
  let keyId: string
  let other: string
  before(async () => {
    gateway = await startGateway({ real: true, env: { TRUSTED_PROXIES: '127.0.0.0/8' } })
    const { context, organizationId, profileId } = gateway.installation
    const key = await createKey(context, { organizationId, name: 'Shop' })
    keyId = key.keyId
    const authorization = `Bearer ${key.apiKey}`
    other = String((await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Other' } })).body['id'])
    const ask = (method: string, path: string, from = '203.0.113.5') =>
      gateway.ask(method, `/api/v1${path}`, { authorization, headers: { 'x-forwarded-for': from } })
    for (let time = 0; time < 3; time++) await ask('GET', `/profiles/${profileId}`)
    await ask('GET', `/profiles/${other}`, '198.51.100.7')
    await ask('DELETE', `/profiles/${absent}`)
    await ask('GET', '/keys')
    for (; ; await sleep(20)) {
      const { body } = await gateway.ask('GET', `/api/v1/requests?keyId=${keyId}`)
      if ((body['requests'] as unknown[]).length === 6) break
    }
  })
  after(() => gateway.close())

  const check = (json: object, id = keyId, authorization = `Bearer ${gateway.installation.key}`) =>
    gateway.ask('POST', `/api/v1/keys/${id}/check`, { json, authorization })

  /** Which requests would be rejected, by operation and code. */
  async function rejected(json: object): Promise<Record<string, number>> {
    const { status, body, text } = await check(json)
    expect(status, text).to.equal(200)
    const rejections = body['rejections'] as { operation: string; code: string; count: number }[]
    expect(body['requests']).to.equal(6)
    expect(body['rejected']).to.equal(rejections.reduce((sum, { count }) => sum + count, 0))
    return Object.fromEntries(rejections.map(({ operation, code, count }) => [`${operation} ${code}`, count]))
  }

  it('is nothing for the access that the key has', async () => {
    expect(await rejected({ scopes: ['*'] })).to.deep.equal({})
    expect(await rejected({ preset: 'full', allowedIps: ['0.0.0.0/0'] })).to.deep.equal({})
  })

  it('is counted by operation: scopes', async () => {
    expect(await rejected({ scopes: ['profiles:read'] })).to.deep.equal({
      'profiles.delete insufficient_scope': 1,
      'keys.list insufficient_scope': 1,
    })
    const { body } = await check({ preset: 'read' })
    expect((body['rejections'] as { requiredScope: string }[]).map((each) => each.requiredScope)).to.have.members([
      'profiles:write',
      'keys:read',
    ])
  })

  it('is counted by operation: profiles, IP addresses, and all together', async () => {
    const { profileId } = gateway.installation
    const ofAll = { 'profiles.delete profile_scope_violation': 1, 'keys.list profile_scope_violation': 1 }
    const elsewhere = { 'profiles.get profile_not_found': 1, ...ofAll }
    expect(await rejected({ profileId })).to.deep.equal(elsewhere)
    expect(await rejected({ profileIds: [profileId.toUpperCase()] })).to.deep.equal(elsewhere)
    expect(await rejected({ profileIds: [profileId, other] })).to.deep.equal(ofAll)
    expect(await rejected({ allowedIps: ['203.0.113.0/24'] })).to.deep.equal({ 'profiles.get unauthorized': 1 })
    expect(await rejected({ allowedIps: ['203.0.113.0/24'], scopes: ['profiles:read'], profileId })).to.deep.equal({
      'profiles.get unauthorized': 1,
      'profiles.delete insufficient_scope': 1,
      'keys.list insufficient_scope': 1,
    })
  })

  it('does not count requests that were rejected for reasons of access already', async () => {
    const json = { name: 'Narrow', scopes: ['posts:read'] }
    const narrow = (await gateway.ask('POST', '/api/v1/keys', { json })).body
    await gateway.ask('GET', '/api/v1/profiles', { authorization: `Bearer ${narrow['apiKey']}` })
    for (; ; await sleep(20)) {
      const { body } = await gateway.ask('GET', `/api/v1/requests?keyId=${narrow['keyId']}`)
      if ((body['requests'] as unknown[]).length === 1) break
    }
    const { body } = await check({ scopes: ['posts:read'] }, String(narrow['keyId']))
    expect([body['requests'], body['rejected']]).to.deep.equal([0, 0])
  })

  it('counts what lacks the second scope of an operation, or all of those of which it needs one', async () => {
    const key = (await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Writer' } })).body
    const authorization = `Bearer ${key['apiKey']}`
    await gateway.ask('POST', '/api/v1/schedules', { json: {}, authorization })
    await gateway.ask('GET', '/api/v1/writes?requestId=order-17', { authorization })
    for (; ; await sleep(20)) {
      const { body } = await gateway.ask('GET', `/api/v1/requests?keyId=${key['keyId']}`)
      if ((body['requests'] as unknown[]).length === 2) break
    }
    const { body } = await check({ scopes: ['schedules:write'] }, String(key['keyId']))
    const found = (body['rejections'] as Record<string, unknown>[]).map((each) => [
      each['operation'],
      each['requiredScope'],
    ])
    expect(found).to.have.deep.members([
      ['schedules.create', 'posts:write'],
      ['writes.list', 'posts:read'],
    ])
    const enough = await check({ scopes: ['schedules:write', 'posts:write'] }, String(key['keyId']))
    expect(enough.body['rejections']).to.deep.equal([])
  })

  it('counts requests about webhook endpoints of the whole organization, which no key of a profile finds', async () => {
    const key = (await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Events' } })).body
    const authorization = `Bearer ${key['apiKey']}`
    const { profileId } = gateway.installation
    const create = async (owner: object) => {
      const json = { url: 'https://receiver.example/', types: ['*'], ...owner }
      const { body, text } = await gateway.ask('POST', '/api/v1/webhook-endpoints', { json, authorization })
      expect(body['id'], text).to.be.a('string')
      await gateway.ask('GET', `/api/v1/webhook-endpoints/${body['id']}`, { authorization })
    }
    await create({})
    await create({ profileId })
    for (; ; await sleep(20)) {
      const { body } = await gateway.ask('GET', `/api/v1/requests?keyId=${key['keyId']}`)
      if ((body['requests'] as unknown[]).length === 4) break
    }
    const found = async (json: object) => {
      const { body } = await check(json, String(key['keyId']))
      const rejections = body['rejections'] as { operation: string; code: string; count: number }[]
      return Object.fromEntries(rejections.map(({ operation, code, count }) => [`${operation} ${code}`, count]))
    }
    const ofAll = { 'webhookEndpoints.get webhook_endpoint_not_found': 1 }
    expect(await found({ profileId })).to.deep.equal(ofAll)
    const required = { 'webhookEndpoints.create profile_required': 1 }
    expect(await found({ profileIds: [profileId, other] })).to.deep.equal({ ...ofAll, ...required })
  })

  it('changes nothing, so that the audit log has no entry', async () => {
    await check({ scopes: ['*'] })
    const { body } = await gateway.ask('GET', '/api/v1/audit-log?action=keys.check')
    expect(body['entries']).to.deep.equal([])
  })

  for (const [what, json, status] of [
    ['nothing', {}, 400],
    ['scopes and a preset', { scopes: ['*'], preset: 'read' }, 400],
    ['an unknown scope', { scopes: ['posts'] }, 400],
    ['one profile and several', { profileId: absent, profileIds: [absent] }, 404],
    ['a profile that does not exist', { profileIds: [absent] }, 404],
    ['a text that is not a network', { allowedIps: ['localhost'] }, 400],
  ] as const) {
    it(`rejects ${what}: ${status}`, async () => {
      expect((await check(json)).status).to.equal(status)
    })
  }

  it('rejects keys of others like none, and bound keys', async () => {
    const { foreign, boundKey } = gateway.installation
    const [ofOthers, ofNone] = [
      await check({ scopes: ['*'] }, keyId, `Bearer ${foreign.key}`),
      await check({ scopes: ['*'] }, absent, `Bearer ${foreign.key}`),
    ]
    expect([ofOthers.status, ofOthers.body.error.code]).to.deep.equal([404, 'key_not_found'])
    expect(ofOthers.body.error.message).to.equal(ofNone.body.error.message)
    const bound = await check({ scopes: ['*'] }, keyId, `Bearer ${boundKey}`)
    expect([bound.status, bound.body.error.code]).to.deep.equal([403, 'profile_scope_violation'])
  })
})
