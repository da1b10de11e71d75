import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'

import { type Ask, type Reply, rejected, startGateway, type TestGateway } from './test-gateway.ts'

const foreign = '0199d1b2-ffff-7000-8000-000000000000'

describe('the order of rejections', () => {
  let gateway: TestGateway
  let profileId = ''
  before(async () => {
    gateway = await startGateway()
    profileId = gateway.installation.profileId
  })
  after(() => gateway.close())
  const ask = (method: string, path: string, options?: Ask): Promise<Reply> => gateway.ask(method, path, options)

  describe('each rejection hides the ones after it', () => {
    const faults = {
      body: 'not json',
      headers: { 'content-type': 'text/plain' },
    }

    it('401 before 415', async () => {
      rejected(await ask('POST', '/api/v1/posts', { ...faults, authorization: null }), 401, 'unauthorized')
    })

    it('415 before 400', async () => {
      rejected(await ask('POST', '/api/v1/posts', faults), 415, 'unsupported_media_type')
    })

    it('unreadable before the heading', async () => {
      rejected(
        await ask('POST', '/api/v1/posts', { body: '{"platform":', headers: { 'content-type': 'application/json' } }),
        400,
        'invalid_request',
      )
    })

    it('the heading before the capability', async () => {
      const reply = await ask('POST', '/api/v1/posts', { json: { platform: 'whatsapp', accountId: 'nonsense' } })
      rejected(reply, 400, 'invalid_request')
      expect(reply.body.error.details).to.deep.equal([{ path: ['accountId'], message: 'a UUID is expected' }])
      rejected(await ask('POST', '/api/v1/posts', { json: { platform: 'myspace' } }), 400, 'invalid_request')
      rejected(await ask('POST', '/api/v1/posts', { json: {} }), 400, 'invalid_request')
    })

    it('the capability before the schema', async () => {
      rejected(
        await ask('POST', '/api/v1/posts', { json: { platform: 'whatsapp', nonsense: 1 } }),
        422,
        'unsupported_platform',
      )
      rejected(
        await ask('POST', '/api/v1/posts', { json: { platform: 'bluesky', scheduled_date: 'x', nonsense: 1 } }),
        422,
        'unsupported_feature',
      )
      rejected(
        await ask('POST', `/api/v1/profiles/${profileId}/connect`, { json: { platform: 'whatsapp', nonsense: 1 } }),
        422,
        'provider_not_supported',
      )
      rejected(await ask('GET', '/api/v1/posts?platform=whatsapp&nonsense=1'), 422, 'unsupported_platform')
      rejected(await ask('DELETE', `/api/v1/posts/1?platform=tiktok`), 422, 'not_supported')
    })

    it('the fields of another platform, which are rejected as unknown', async () => {
      const path = `/api/v1/profiles/${profileId}/connect`
      for (const json of [
        { platform: 'tiktok', authMethod: 'instagram_login' },
        { platform: 'x', handle: 'ada.test' },
        { platform: 'bluesky', handle: 'ada.test', authMethod: 'instagram_login' },
      ]) {
        rejected(await ask('POST', path, { json }), 400, 'invalid_request')
      }
    })

    it('the schema before the profile and account', async () => {
      const json = { platform: 'bluesky', accountId: foreign, text: 'x'.repeat(3001) }
      const reply = await ask('POST', '/api/v1/posts', { json })
      rejected(reply, 400, 'invalid_request')
      expect(reply.body.error.message).to.equal('text: 3001 characters, at most 3000 are allowed')
    })

    it('the profile and account before the use case', async () => {
      rejected(
        await ask('POST', '/api/v1/posts', { json: { platform: 'bluesky', accountId: foreign, text: 'Hi' } }),
        404,
        'account_not_found',
      )
      rejected(await ask('GET', '/api/v1/accounts'), 400, 'profile_required')
      rejected(await ask('GET', `/api/v1/profiles/${foreign}`), 404, 'profile_not_found')
      const authorization = `Bearer ${gateway.installation.boundKey}`
      rejected(await ask('POST', '/api/v1/profiles', { json: { name: '' }, authorization }), 400, 'invalid_request')
      rejected(
        await ask('POST', '/api/v1/profiles', { json: { name: 'A' }, authorization }),
        403,
        'profile_scope_violation',
      )
      rejected(await ask('GET', '/api/v1/usage/x', { authorization }), 403, 'profile_scope_violation')
    })

    it('404 for what a bound key does not reach, before 403 for what it may not do', async () => {
      const authorization = `Bearer ${gateway.installation.boundKey}`
      for (const id of [foreign, gateway.installation.foreign.profileId]) {
        rejected(await ask('DELETE', `/api/v1/profiles/${id}`, { authorization }), 404, 'profile_not_found')
        const json = { name: 'Wider', profileId: id }
        rejected(await ask('POST', '/api/v1/keys', { json, authorization }), 404, 'profile_not_found')
      }
      const own = await ask('DELETE', `/api/v1/profiles/${profileId}`, { authorization })
      rejected(own, 403, 'profile_scope_violation')
    })

    it("the capability of the account's platform, where none was sent, before the use case", async () => {
      gateway.calls.length = 0
      const path = `/api/v1/profiles/${profileId}/accounts/${gateway.installation.accounts.bluesky}`
      rejected(await ask('PATCH', path, { json: { xCapabilities: { inbox: true } } }), 422, 'not_supported')
      expect(gateway.calls).to.deep.equal([])
    })

    it('and lets through what has no fault', async () => {
      gateway.calls.length = 0
      const accountId = gateway.installation.accounts.bluesky
      const json = { platform: 'bluesky', accountId, text: 'Hi' }
      expect((await ask('POST', '/api/v1/posts', { json })).status).to.equal(200)
      expect(gateway.calls).to.have.length(1)
      expect(gateway.calls[0]?.id).to.equal('posts.publish')
      expect(gateway.calls[0]?.target).to.include({ profileId })
      expect(gateway.calls[0]?.account).to.include({ id: accountId })
      expect(gateway.calls[0]?.input).to.deep.equal({ params: {}, query: {}, headers: {}, body: json })
    })
  })

  describe('ids in capital letters', () => {
    it('are the same ids, wherever they are sent', async () => {
      gateway.calls.length = 0
      const accountId = gateway.installation.accounts.bluesky
      const [account, profile] = [accountId.toUpperCase(), profileId.toUpperCase()]
      const json = { platform: 'bluesky', accountId: account, profileId: profile, text: 'Hi' }
      const replies = [
        await ask('POST', '/api/v1/posts', { json }),
        await ask('GET', `/api/v1/accounts?accountId=${account}&profileId=${profile}`),
        await ask('GET', `/api/v1/profiles/${profile}/accounts/${account}`),
      ]
      expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      const [body, query, params] = gateway.calls.map(({ input }) => input)
      expect(body?.body).to.deep.equal({ ...json, accountId, profileId })
      expect(query?.query).to.deep.equal({ accountId, profileId })
      expect(params?.params).to.deep.equal({ accountId, profileId })
    })
  })

  describe('401', () => {
    it('names the scheme and tells nothing of the limit', async () => {
      const reply = await ask('GET', '/api/v1/profiles', { authorization: null })
      rejected(reply, 401, 'unauthorized')
      expect(reply.headers.get('www-authenticate')).to.equal('Bearer')
      expect(reply.headers.get('ratelimit')).to.equal(null)
    })
  })

  describe('404 and 405', () => {
    it('tell unknown paths from unknown methods', async () => {
      for (const path of [
        '/api',
        '/api/v1',
        '/api/v1/nothing',
        '/api/v1/profiles/',
        '/API/v1/profiles',
        '/api/v1/posts/a/b/c',
      ]) {
        rejected(await ask('GET', path), 404, 'route_not_found')
      }
      const reply = await ask('PUT', '/api/v1/posts')
      rejected(reply, 405, 'method_not_allowed')
      expect(reply.headers.get('allow')).to.equal('GET, POST, HEAD')
      expect((await ask('POST', `/api/v1/posts/publishes`)).headers.get('allow')).to.equal('GET, HEAD')
      expect((await ask('POST', '/healthz')).headers.get('allow')).to.equal('GET, HEAD')
    })

    it('take a fixed name for no id', async () => {
      gateway.calls.length = 0
      expect((await ask('GET', '/api/v1/posts/publishes')).status).to.equal(200)
      expect(gateway.calls.map(({ id }) => id)).to.deep.equal(['publishes.list'])
    })
  })

  describe('400 of the query', () => {
    it('names unknown, repeated and malformed parameters', async () => {
      const reply = await ask('GET', `/api/v1/accounts?profileId=${profileId}&colour=red`)
      rejected(reply, 400, 'invalid_request')
      expect(reply.body.error.message).to.equal('colour: there is no such field')
      rejected(
        await ask('GET', `/api/v1/accounts?profileId=${profileId}&profileId=${profileId}`),
        400,
        'invalid_request',
      )
      rejected(await ask('GET', '/api/v1/accounts?profileId=42'), 400, 'invalid_request')
      for (const [query, message] of [
        ['limit=1&limit=2', 'limit: it is given 2 times, but may be given once'],
        ['limit=1.5', 'limit: a whole number is expected, not 1.5'],
        ['colour=red&colour=blue', 'colour: there is no such field'],
      ]) {
        const { body } = await ask('GET', `/api/v1/profiles?${query}`)
        expect(body.error.message).to.equal(message)
      }
      rejected(await ask('GET', '/api/v1/profiles?__proto__=1'), 400, 'invalid_request')
      rejected(await ask('GET', '/api/v1/usage/x?from=2026-02-30'), 400, 'invalid_request')
      rejected(await ask('GET', '/api/v1/profiles/nonsense'), 400, 'invalid_request')
    })

    it('reports a URL that cannot be decoded', async () => {
      rejected(await ask('GET', '/api/v1/profiles/%E0%A4%A'), 400, 'invalid_request')
    })
  })

  describe('429 of our own', () => {
    it('tells when to come back, before the body is read', async () => {
      const limited = await startGateway({
        installation: gateway.installation,
        replace: () => ({
          takeRequest: async () => ({ allowed: false, policy: 'key', limit: 600, remaining: 0, resetSeconds: 17 }),
        }),
      })
      const reply = await limited.ask('POST', '/api/v1/posts', { body: 'x', headers: { 'content-type': 'text/plain' } })
      rejected(reply, 429, 'rate_limited')
      expect(reply.headers.get('retry-after')).to.equal('17')
      expect(reply.headers.get('ratelimit')).to.equal('"key";r=0;t=17')
      expect(reply.headers.get('ratelimit-policy')).to.equal('"key";q=600;w=60')
      await limited.close()
    })
  })

  describe('5xx', () => {
    it('says nothing of an unforeseen fault, and logs its cause', async () => {
      const failing = await startGateway({
        installation: gateway.installation,
        replace: ({ useCases }) => ({
          useCases: { ...useCases, 'profiles.list': () => Promise.reject(new Error('the vault is open')) },
        }),
      })
      const reply = await failing.ask('GET', '/api/v1/profiles')
      rejected(reply, 500, 'internal_error')
      expect(reply.text).not.to.contain('vault')
      await failing.close()
      const line = failing.lines.find(({ level }) => level === 'error')
      expect(JSON.stringify(line)).to.contain('the vault is open')
      expect(line?.['requestId']).to.equal(reply.headers.get('x-request-id'))
    })

    it('distinguishes a database failure from a bug', async () => {
      const failing = await startGateway({
        installation: gateway.installation,
        replace: ({ useCases }) => ({
          useCases: {
            ...useCases,
            'profiles.list': () => Promise.reject(new Error('Connection terminated unexpectedly')),
          },
        }),
      })
      rejected(await failing.ask('GET', '/api/v1/profiles'), 502, 'database_error')
      await failing.close()
    })

    it('passes on status, details and Retry-After of a rejection', async () => {
      const failing = await startGateway({
        installation: gateway.installation,
        replace: ({ useCases }) => ({
          useCases: {
            ...useCases,
            'posts.delete': () =>
              Promise.reject(
                new ServiceError('temporarily_unavailable', 'Later.', { retryAfter: 1.2, details: { a: 1 } }),
              ),
          },
        }),
      })
      const query = `platform=x&accountId=${gateway.installation.accounts.x}`
      const reply = await failing.ask('DELETE', `/api/v1/posts/1?${query}`)
      rejected(reply, 503, 'temporarily_unavailable')
      expect(reply.headers.get('retry-after')).to.equal('2')
      expect(reply.body.error.details).to.deep.equal({ a: 1 })
      await failing.close()
    })
  })
})
