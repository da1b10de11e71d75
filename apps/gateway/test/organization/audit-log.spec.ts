import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobs } from '@carillon/service'
import { expect } from 'chai'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

interface Entry {
  id: string
  at: string
  action: string
  actor: { type: string; id: string | null; name: string | null }
  profileId: string | null
  targets: { type: string; id: string }[]
  requestId: string | null
  ip: string | null
  userAgent: string | null
  outcome: { status: number | null; code: string | null }
}

const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('the audit log', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { TRUSTED_PROXIES: '127.0.0.0/8', PUBLISH_WAIT_MS: '1' } })
  })
  after(() => gateway.close())

  const as = (key: unknown) => ({ authorization: `Bearer ${key}` })
  const list = async (query: Record<string, string> = {}, options: Ask = {}) => {
    const reply = await gateway.ask('GET', `/api/v1/audit-log?${new URLSearchParams(query)}`, options)
    return { ...reply, entries: (reply.body['entries'] ?? []) as Entry[] }
  }
  const send = (requestId: string, method: string, path: string, options: Ask = {}) =>
    gateway.ask(method, `/api/v1${path}`, {
      ...options,
      headers: { 'x-request-id': requestId, 'user-agent': 'Shop/1.2', ...Object(options.headers) },
    })
  /** The entries of a request, once there are some. */
  async function entriesOf(requestId: string): Promise<Entry[]> {
    for (; ; await sleep(20)) {
      const found = (await list({ limit: '200' })).entries.filter((entry) => entry.requestId === requestId)
      if (found.length > 0 && found[0]?.outcome.status !== null) return found
    }
  }
  const createKey = async (json: object, options: Ask = {}) =>
    (await gateway.ask('POST', '/api/v1/keys', { json: { name: 'Robot', ...json }, ...options })).body
  const close = () => jobs['audit.close'].run(gateway.installation.context, {}, new AbortController().signal)

  it('has one entry of each write: who, what, from where, and how it ended', async () => {
    const from = { headers: { 'x-forwarded-for': '203.0.113.9' }, json: { name: 'Café' } }
    const { body } = await send('write', 'POST', '/profiles', from)
    const [entry, ...others] = await entriesOf('write')
    expect(others).to.deep.equal([])
    const { id: _id, at, ...fields } = entry ?? expect.fail('no entry')
    expect(fields).to.deep.equal({
      action: 'profiles.create',
      actor: { type: 'key', id: gateway.installation.keyId, name: null },
      profileId: body['id'],
      targets: [{ type: 'profile', id: body['id'] }],
      requestId: 'write',
      ip: '203.0.113.9',
      userAgent: 'Shop/1.2',
      outcome: { status: 201, code: null },
    })
    expect(Math.abs(Date.now() - Date.parse(at))).to.be.below(600_000)
  })

  it('has an entry of a write that fails, with its code', async () => {
    await send('failed', 'DELETE', `/keys/${absent}`)
    const [entry] = await entriesOf('failed')
    expect(entry?.outcome).to.deep.equal({ status: 404, code: 'key_not_found' })
    expect(entry?.targets).to.deep.equal([{ type: 'key', id: absent }])
  })

  it('names the origins that are allowed and removed', async () => {
    const origin = 'https://app.example.com:8443'
    await send('allowed', 'POST', '/origins', { json: { origin } })
    await send('removed', 'DELETE', `/origins?${new URLSearchParams({ origin })}`)
    for (const requestId of ['allowed', 'removed']) {
      const [entry] = await entriesOf(requestId)
      expect(entry?.targets, requestId).to.deep.equal([{ type: 'origin', id: origin }])
    }
    expect((await list({ targetId: origin })).entries).to.have.length(2)
  })

  it('has an entry of each read that a key may not make, and of no other read', async () => {
    const { apiKey, keyId } = await createKey({ scopes: ['posts:read'] })
    await send('read', 'GET', '/posts/publishes', as(apiKey))
    await send('rejected', 'GET', '/profiles', as(apiKey))
    const [entry] = await entriesOf('rejected')
    expect(entry).to.deep.include({ action: 'profiles.list', actor: { type: 'key', id: keyId, name: 'Robot' } })
    expect(entry?.outcome).to.deep.equal({ status: 403, code: 'insufficient_scope' })
    expect((await list({ actorId: String(keyId) })).entries).to.have.length(1)
  })

  it('has an entry of each read of a route that a key may not make, also if the route is not an operation', async () => {
    const narrow = await createKey({ scopes: ['accounts:read'] })
    const elsewhere = await createKey({ allowedIps: ['203.0.113.0/24'] })
    const headers = { 'tus-resumable': '1.0.0' }
    await send('head', 'HEAD', `/uploads/${absent}`, { ...as(narrow['apiKey']), headers })
    await send('options', 'OPTIONS', '/uploads', as(elsewhere['apiKey']))
    await send('malformed', 'GET', '/profiles/%zz', as(elsewhere['apiKey']))
    for (const [requestId, status, action] of [
      ['head', 403, '/api/v1/uploads/:uploadId'],
      ['options', 401, '/api/v1/uploads'],
      ['malformed', 401, 'none'],
    ]) {
      const [entry] = await entriesOf(String(requestId))
      expect([entry?.outcome.status, entry?.action]).to.deep.equal([status, action])
    }
  })

  it('has an entry of a known key that is used from elsewhere, and none of an unknown key', async () => {
    const { apiKey, keyId } = await createKey({ allowedIps: ['203.0.113.0/24'] })
    await send('elsewhere', 'GET', '/profiles', { ...as(apiKey), headers: { 'x-forwarded-for': '198.51.100.1' } })
    const [entry] = await entriesOf('elsewhere')
    expect(entry).to.deep.include({ ip: '198.51.100.1', outcome: { status: 401, code: 'unauthorized' } })
    expect(entry?.actor.id).to.equal(keyId)
    await send('unknown', 'POST', '/profiles', { ...as('carillon_nothing'), json: { name: 'x' } })
    await send('after', 'DELETE', `/keys/${absent}`)
    await entriesOf('after')
    expect((await list({ limit: '200' })).entries.map(({ requestId }) => requestId)).not.to.include('unknown')
  })

  it('has an entry of a publish that a budget rejects', async () => {
    const { apiKey } = await createKey({ budgets: { publishesPerDay: 0 } })
    const json = { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hi' }
    expect((await send('budget', 'POST', '/posts', { ...as(apiKey), json })).status).to.equal(429)
    const [entry] = await entriesOf('budget')
    expect(entry?.outcome).to.deep.equal({ status: 429, code: 'budget_exhausted' })
    expect(entry?.profileId).to.equal(gateway.installation.profileId)
  })

  it('has entries of dashboard sessions, from their beginning to their end', async () => {
    const { apiKey, keyId } = await createKey({})
    const dashboard = { 'carillon-dashboard': '1', origin: new URL(gateway.url).origin }
    const key = { authorization: null, headers: dashboard, json: { key: apiKey } }
    const entered = await gateway.ask('POST', '/dashboard/session', key)
    const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
    const signedIn = { authorization: null, headers: { ...dashboard, cookie } }
    await gateway.ask('POST', '/api/v1/profiles', { ...signedIn, json: { name: 'By session' } })
    await gateway.ask('DELETE', '/dashboard/session', signedIn)
    let entries: Entry[] = []
    for (; entries.length < 3; await sleep(50)) ({ entries } = await list({ actorId: String(keyId) }))
    expect(entries.map(({ action }) => action).toReversed()).to.deep.equal([
      'sessions.create',
      'profiles.create',
      'sessions.delete',
    ])
    expect(new Set(entries.map(({ actor }) => actor.type))).to.deep.equal(new Set(['session']))
  })

  it('holds no token, text, address or byte of a request', async () => {
    const planted = {
      token: String((await createKey({}))['apiKey']),
      text: 'Planted words of a customer',
      address: 'ada.lovelace@example.com',
      bytes: Buffer.from('planted media bytes').toString('base64'),
    }
    const values = Object.values(planted)
    const { accounts } = gateway.installation
    const image = { base64: planted.bytes, filename: planted.text }
    const bodies: [path: string, json: object][] = [
      ['/posts', { platform: 'bluesky', accountId: accounts.bluesky, text: values.join(' '), images: [image] }],
      ['/posts', { platform: 'bluesky', accountId: accounts.bluesky, text: planted.text }],
      [
        '/messages',
        { platform: 'facebook', accountId: accounts.facebook, recipient: planted.address, text: planted.text },
      ],
      ['/comments', { platform: 'facebook', accountId: accounts.facebook, postId: '1', message: planted.text }],
      ['/profiles', { name: planted.address, metadata: planted }],
      ['/keys', { name: planted.text, allowedIps: [planted.address] }],
      [
        '/webhook-endpoints',
        { url: `https://${planted.token}@example.com`, types: ['*'], headers: { a: planted.token } },
      ],
    ]
    const headers = { 'user-agent': `Shop ${planted.token}`, 'idempotency-key': 'planted' }
    for (const [at, [path, json]] of bodies.entries()) await send(`planted-${at}`, 'POST', path, { json, headers })
    await send('planted-path', 'DELETE', `/keys/${planted.token}?x=${planted.token}`, { headers })
    for (const at of [...bodies.keys(), 'path']) await entriesOf(`planted-${at}`)
    await close()
    const { pool } = gateway.installation.context
    const stored = []
    for (const table of ['audit_open', 'audit_outbox', 'audit_entry'])
      stored.push(...(await pool.query(`select t::text as row from ${table} t`)).rows.map(({ row }) => row))
    expect(stored.length).to.be.above(values.length)
    for (const value of values) expect(stored.join('\n')).not.to.include(value)
  })

  it('is filtered, and read in pages across the entries that are closed and those that are not', async () => {
    const { apiKey, keyId } = await createKey({})
    const ids: string[] = []
    for (let at = 0; at < 7; at++) {
      if (at === 4) await close()
      const requestId = randomUUID()
      await send(requestId, 'POST', '/profiles', { ...as(apiKey), json: { name: `Page ${at}` } })
      await entriesOf(requestId)
      ids.unshift(requestId)
    }
    const actorId = String(keyId)
    const read: (string | null)[] = []
    let cursor: string | null = null
    do {
      const page = await list({ actorId, limit: '3', ...(cursor !== null && { cursor }) })
      read.push(...page.entries.map(({ requestId }) => requestId))
      cursor = page.body['nextCursor'] as string | null
    } while (cursor !== null)
    expect(read).to.deep.equal(ids)
    const [newest, second] = (await list({ actorId })).entries
    const target = newest?.targets[0]?.id ?? ''
    expect((await list({ targetId: target })).entries.map(({ id }) => id)).to.deep.equal([newest?.id])
    expect((await list({ actorId, action: 'keys.create' })).entries).to.deep.equal([])
    expect((await list({ actorId, from: String(newest?.at) })).entries).to.have.length(1)
    expect((await list({ actorId, to: String(newest?.at) })).entries[0]?.id).to.equal(second?.id)
    for (const bad of ['AAAA', 'null', '0'.repeat(128)])
      expect((await list({ cursor: bad })).body.error.code).to.equal('invalid_request')
  })

  it('shows a bound key the entries of its profiles, and another organization none', async () => {
    const { boundKey, foreign, profileId } = gateway.installation
    const { entries } = await list({ limit: '200' }, as(boundKey))
    expect(entries.length).to.be.above(0)
    expect(new Set(entries.map((entry) => entry.profileId))).to.deep.equal(new Set([profileId]))
    expect((await list({}, as(foreign.key))).entries).to.deep.equal([])
    expect((await list({ targetId: profileId }, as(foreign.key))).entries).to.deep.equal([])
  })

  it('is CSV, whose cells a spreadsheet takes as text', async () => {
    const { apiKey, keyId } = await createKey({ name: '=cmd("x"), @sum' })
    await send('csv', 'POST', '/profiles', { ...as(apiKey), json: { name: 'CSV' } })
    await entriesOf('csv')
    await send('csv-2', 'POST', '/profiles', { ...as(apiKey), json: { name: 'CSV 2' } })
    await entriesOf('csv-2')
    const { text, headers } = await list({ actorId: String(keyId), format: 'csv', limit: '1' })
    expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8')
    const [names, line] = text.split('\r\n')
    expect(names).to.equal(
      'id,at,action,actorType,actorId,actorName,profileId,targets,requestId,ip,userAgent,status,code',
    )
    expect(line).to.include(`,key,${keyId},"'=cmd(""x""), @sum",`)
    const next = headers.get('next-cursor') ?? ''
    const rest = await list({ actorId: String(keyId), format: 'csv', limit: '1', cursor: next })
    expect(rest.text).to.include(',csv,')
    expect(rest.headers.get('next-cursor')).to.equal(null)
  })

  it('neither fails nor loses a write while its tables cannot be used', async () => {
    const { pool } = gateway.installation.context
    const tables = ['audit_open', 'audit_outbox']
    for (const table of tables) await pool.query(`alter table ${table} rename to ${table}_away`)
    try {
      expect((await send('away', 'POST', '/profiles', { json: { name: 'Away' } })).status).to.equal(201)
    } finally {
      for (const table of tables) await pool.query(`alter table ${table}_away rename to ${table}`)
    }
    const [entry] = await entriesOf('away')
    expect(entry).to.deep.include({ action: 'profiles.create', outcome: { status: 201, code: null } })
    const { rows } = await pool.query('select id from audit_open')
    expect(rows).to.deep.equal([])
  })
})
