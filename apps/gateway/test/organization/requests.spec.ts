import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@carillon/service'
import { expect } from 'chai'
import { openRaw } from '../raw.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

interface Listed {
  id: string
  at: string
  method: string
  path: string
  params: Record<string, string>
  operation: string | null
  status: number | null
  code: string | null
  problem: string | null
  key: { id: string; name: string | null }
  source: string
  profileId: string | null
  requestId: string
  publishId: string | null
  durationMs: number
  ip: string | null
}

const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('the requests of the last days', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { TRUSTED_PROXIES: '127.0.0.0/8', PUBLISH_WAIT_MS: '1' } })
  })
  after(() => gateway.close())

  const as = (key: string) => ({ authorization: `Bearer ${key}` })
  const list = async (query: Record<string, string> = {}, options: Ask = {}) => {
    const reply = await gateway.ask('GET', `/api/v1/requests?${new URLSearchParams(query)}`, options)
    return { ...reply, requests: (reply.body['requests'] ?? []) as Listed[] }
  }
  /** The one request with an id, once it is listed. With pauses: without any, the limit of a minute would be reached. */
  async function listed(requestId: string): Promise<Listed> {
    for (; ; await sleep(100)) {
      const [found] = (await list({ requestId })).requests
      if (found) return found
    }
  }
  const send = (requestId: string, method: string, path: string, options: Ask = {}) =>
    gateway.ask(method, path, { ...options, headers: { 'x-request-id': requestId, ...Object(options.headers) } })

  it('have the operation, the key, the result and the duration', async () => {
    const { profileId, keyId } = gateway.installation
    await send('read', 'GET', `/api/v1/profiles/${profileId}`, { headers: { 'x-forwarded-for': '203.0.113.5' } })
    const { id, at, durationMs, ...found } = await listed('read')
    expect(found).to.deep.equal({
      method: 'GET',
      path: '/profiles/{profileId}',
      params: { profileId },
      operation: 'profiles.get',
      status: 200,
      code: null,
      problem: null,
      key: { id: keyId, name: null },
      source: 'api',
      profileId,
      requestId: 'read',
      publishId: null,
      ip: '203.0.113.5',
    })
    expect(Math.abs(Date.now() - Date.parse(at))).to.be.below(60_000)
    expect(durationMs).to.be.at.least(0)
    expect(id).to.match(/^[\da-f-]{36}$/)
  })

  it('have the code and the message of an error', async () => {
    const { body } = await send('wrong', 'GET', `/api/v1/profiles/${absent}`)
    const { status, code, problem } = await listed('wrong')
    expect([status, code, problem]).to.deep.equal([404, 'profile_not_found', body.error.message])
  })

  it('are stored where the shortened text of an error ends in the middle of a character', async () => {
    const name = `${'a'.repeat(63)}😀`
    const { body } = await send('half-name', 'POST', '/api/v1/profiles', { json: { name: 'a', [name]: 1 } })
    expect(JSON.stringify(body)).to.include(`${'a'.repeat(63)}\ufffd`)
    const ids = ['half-name', 'half-0', 'half-1']
    for (const at of [0, 1]) {
      await send(`half-${at}`, 'GET', `/api/v1/events?types=${'a'.repeat(at)}${'😀'.repeat(200)}`)
    }
    const found = await Promise.all(ids.map(listed))
    for (const { problem } of found) expect(problem?.isWellFormed(), problem ?? 'none').to.equal(true)
  })

  it('have the publish that they created, by which its request is found', async () => {
    const { accounts } = gateway.installation
    const json = { platform: 'bluesky', accountId: accounts.bluesky, text: 'Hi' }
    const { status, body } = await send('posted', 'POST', '/api/v1/posts', { json })
    expect(status, JSON.stringify(body)).to.equal(202)
    const found = await listed('posted')
    expect(found).to.include({ publishId: body['publishId'], operation: 'posts.publish', status: 202 })
  })

  it('have each their own publish if several have the same X-Request-Id', async () => {
    const { accounts } = gateway.installation
    const json = { platform: 'bluesky', accountId: accounts.bluesky, text: 'Twice' }
    const post = () => send('same', 'POST', '/api/v1/posts', { json })
    const replies = [await post(), ...(await Promise.all([post(), post()]))]
    // Rejected after its profile is known.
    await send('same', 'POST', '/api/v1/posts', { json: { ...json, text: 'a'.repeat(301) } })
    let found: Listed[] = []
    for (; found.length < 4; await sleep(100)) found = (await list({ requestId: 'same' })).requests
    const ids = replies.map(({ body }) => String(body['publishId']))
    expect(found.map(({ publishId }) => publishId)).to.have.members([null, ...ids])
    expect(found.at(-1)?.publishId).to.equal(ids[0])
  })

  it('are listed if their URL is absolute', async () => {
    const { key } = gateway.installation
    const raw = openRaw(gateway.url)
    const lines = ['Host: a', `Authorization: Bearer ${key}`, 'X-Request-Id: absolute', 'Connection: close']
    raw.send(`GET http://a/api/v1/profiles HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    await raw.all()
    expect(await listed('absolute')).to.include({ status: 200, operation: 'profiles.list' })
  })

  it('hold no text, no query and no secret of a request', async () => {
    const secret = 'Q7secretTokenValue0123456789abcdef'
    const { key } = gateway.installation
    const paths = [`/api/v1/keys/${key}`, `/api/v1/posts/${secret}?platform=bluesky&accountId=${absent}`]
    for (const [at, path] of paths.entries()) await send(`secret-${at}`, 'DELETE', path)
    await send('query', 'GET', `/api/v1/profiles?cursor=${secret}&access_token=${secret}`)
    await send('body', 'POST', '/api/v1/profiles', { json: { name: secret, [secret]: secret } })
    await send('ip', 'POST', '/api/v1/keys', { json: { name: secret, allowedIps: [secret] } })
    await Promise.all(['secret-0', 'secret-1', 'query', 'body', 'ip'].map(listed))
    const { rows } = await gateway.installation.context.pool.query('select * from api_request')
    const stored = JSON.stringify(rows)
    expect(stored).not.to.include(key)
    expect(JSON.stringify(rows.filter(({ request_id: id }) => id !== 'secret-1'))).not.to.include(secret)
  })

  it('are listed for rejected keys that are known, and for none of others', async () => {
    const { apiKey, keyId } = (await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Old' } })).body
    await gateway.installation.context.pool.query('update api_key set expires_at = now() where id = $1', [keyId])
    let status = 200
    // With pauses: on a fast machine, requests without any reach the limit of a minute first.
    for (; status !== 401; await sleep(100)) {
      status = (await send('expired', 'GET', '/api/v1/keys/current', as(String(apiKey)))).status
    }
    for (;;) {
      const { requests } = await list({ keyId: String(keyId), status: '4xx' })
      if (requests.length === 0) {
        await sleep(100)
        continue
      }
      expect(requests[0]).to.deep.include({ status: 401, code: 'unauthorized', key: { id: keyId, name: 'Old' } })
      break
    }
  })

  it('beyond the limit of a key are listed up to 60 a minute', async () => {
    const json = { name: 'Busy', budgets: { requestsPerMinute: 1 } }
    const { apiKey, keyId } = (await gateway.ask('POST', '/api/v1/keys', { json })).body
    const statuses: number[] = []
    const minute = () => Math.floor(Date.now() / 60_000)
    const begun = minute()
    for (let count = 0; count < 400; count++)
      statuses.push((await gateway.ask('GET', '/api/v1/keys/current', as(String(apiKey)))).status)
    const limited = statuses.filter((status) => status === 429).length
    expect(limited).to.be.above(300)
    // The last one is stored after all others.
    await listed((await send('after-the-limit', 'GET', '/api/v1/keys/current')).headers.get('x-request-id') ?? '')
    const { requests } = await list({ keyId: String(keyId), status: '4xx', limit: '200' })
    expect(requests.length).to.be.within(60, 60 * (1 + minute() - begun))
  })

  it('are listed for paths and methods that do not exist, and counted, with the response that others get', async () => {
    const { apiKey, keyId } = await createKey(gateway.installation.context, {
      organizationId: gateway.installation.organizationId,
    })
    const unknown = await send('nowhere', 'POST', '/api/v1/nowhere/42', { ...as(apiKey), json: {} })
    expect([unknown.status, unknown.body.error.code]).to.deep.equal([404, 'route_not_found'])
    expect(unknown.headers.get('ratelimit')).to.match(/^"key";r=/)
    const method = await send('method', 'PUT', '/api/v1/posts', { ...as(apiKey), json: {} })
    expect([method.status, method.headers.get('allow')]).to.deep.equal([405, 'GET, POST, HEAD'])
    const { operation, path, status, code, key } = await listed('nowhere')
    expect({ operation, path, status, code }).to.deep.equal({
      ...{ operation: null, path: '/nowhere/42', status: 404, code: 'route_not_found' },
    })
    expect(key.id).to.equal(keyId)
    expect(await listed('method')).to.include({ operation: null, path: '/posts', status: 405 })
    for (const authorization of [null, 'Bearer carillon_nothing']) {
      const { status: plain, body } = await send('nobody', 'GET', '/api/v1/nowhere', { authorization })
      expect([plain, body.error.code]).to.deep.equal([404, 'route_not_found'])
    }
  })

  it('are listed for MCP: by the name of the tool, beside the operations that it calls', async () => {
    const call = (requestId: string, method: string, params: object) =>
      send(requestId, 'POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
        json: { jsonrpc: '2.0', id: 1, method, params },
      })
    await call('tool', 'tools/call', { name: 'list_accounts', arguments: {} })
    await call('tools', 'tools/list', {})
    let found: Listed[] = []
    for (; !found.some(({ path }) => path === '/mcp'); await sleep(100)) {
      found = (await list({ requestId: 'tool' })).requests
    }
    const [own] = found.filter(({ path }) => path === '/mcp')
    expect(own).to.include({ operation: 'list_accounts', method: 'POST', status: 200, source: 'api' })
    expect(found.filter(({ path }) => path !== '/mcp').map(({ operation }) => operation)).to.not.be.empty
    expect(await listed('tools')).to.include({ path: '/mcp', operation: null, status: 200 })
    expect((await list({ operation: 'list_accounts' })).requests.map(({ requestId }) => requestId)).to.deep.equal([
      'tool',
    ])
  })

  it('are filtered, and read in pages', async () => {
    const { apiKey, keyId } = await createKey(gateway.installation.context, {
      organizationId: gateway.installation.organizationId,
      name: 'Pager',
    })
    const key = as(apiKey)
    const paths = { 'page-bad': `/api/v1/profiles/${absent}`, 'page-last': '/api/v1/keys/current' }
    const usual = Array.from({ length: 5 }, (_, at) => [`page-${at}`, '/api/v1/profiles'] as const)
    for (const [id, path] of [...usual, ...Object.entries(paths)]) {
      await send(id, 'GET', path, key)
      // Requests of one millisecond have no order.
      await sleep(2)
    }
    await listed('page-last')
    const ids = (requests: readonly Listed[]) => requests.map(({ requestId }) => requestId)
    const all = ['page-last', 'page-bad', 'page-4', 'page-3', 'page-2', 'page-1', 'page-0']
    expect(ids((await list({ keyId })).requests)).to.deep.equal(all)
    expect(ids((await list({ keyId, status: '4xx' })).requests)).to.deep.equal(['page-bad'])
    expect(ids((await list({ keyId, operation: 'keys.current' })).requests)).to.deep.equal(['page-last'])
    expect((await list({ keyId, source: 'dashboard' })).requests).to.deep.equal([])
    const read: string[] = []
    let cursor: string | null = null
    do {
      const page = await list({ keyId, limit: '3', ...(cursor !== null && { cursor }) })
      expect(page.status).to.equal(200)
      read.push(...ids(page.requests))
      cursor = page.body['nextCursor'] as string | null
    } while (cursor !== null)
    expect(read).to.deep.equal(all)
    const [, middle] = (await list({ keyId, limit: '2' })).requests
    const to = String(middle?.at)
    const before = (await list({ keyId, to })).requests
    const since = (await list({ keyId, from: to })).requests
    expect([...ids(since), ...ids(before)]).to.deep.equal(all)
    expect(before.every(({ at }) => at < to)).to.equal(true)
    expect((await list({ cursor: 'AAAA' })).body.error.code).to.equal('invalid_request')
  })

  it('are those of the profiles of a bound key, and of no other organization', async () => {
    const { boundKey, foreign, profileId } = gateway.installation
    await send('of-profile', 'GET', `/api/v1/profiles/${profileId}`)
    await send('of-none', 'GET', '/api/v1/keys')
    await listed('of-none')
    const bound = await list({ limit: '200' }, as(boundKey))
    expect(bound.requests.map(({ requestId }) => requestId))
      .to.include('of-profile')
      .and.not.include('of-none')
    expect(new Set(bound.requests.map((each) => each.profileId))).to.deep.equal(new Set([profileId]))
    expect((await list({ requestId: 'of-profile' }, as(foreign.key))).requests).to.deep.equal([])
  })

  it('are stored together, and never delay a request while the database is not there', async () => {
    const { context } = gateway.installation
    await context.pool.query('alter table api_request rename to elsewhere')
    try {
      expect((await send('while', 'GET', '/api/v1/profiles')).status).to.equal(200)
    } finally {
      await context.pool.query('alter table elsewhere rename to api_request')
    }
    expect(await listed('while')).to.include({ status: 200 })
  })
})
