import { setCard } from '@carillon/service'
import { expect } from 'chai'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'

interface Link {
  id: string
  url: string
  platforms: string[]
  expiresAt: string
}

describe('connect links', () => {
  let gateway: TestGateway
  const loginWithFacebook = { INSTAGRAM_FACEBOOK_CLIENT_ID: 'meta', INSTAGRAM_FACEBOOK_CLIENT_SECRET: 'secret' }
  before(async () => {
    const app = { X_CLIENT_ID: 'client', X_CLIENT_SECRET: 'secret' }
    gateway = await startGateway({
      real: true,
      env: {
        ...app,
        // Without the app of the other login.
        ...loginWithFacebook,
        WRONG_KEYS_PER_MINUTE: '20',
        REQUESTS_PER_MINUTE: '100000',
        TRUSTED_PROXIES: '127.0.0.0/8',
        PUBLIC_URL: 'http://127.0.0.1:9',
      },
    })
  })
  before(() => {
    const { context, organizationId } = gateway.installation
    return setCard(context, { organizationId, onFile: true })
  })
  after(() => gateway.close())

  let both: TestGateway
  before(async () => {
    const loginWithInstagram = { INSTAGRAM_CLIENT_ID: 'own', INSTAGRAM_CLIENT_SECRET: 'secret' }
    both = await startGateway({ real: true, env: { ...loginWithInstagram, ...loginWithFacebook } })
    const { context, organizationId } = both.installation
    await setCard(context, { organizationId, onFile: true })
  })
  after(() => both.close())

  const links = () => `/api/v1/profiles/${gateway.installation.profileId}/connect-links`
  async function create(json: object = {}): Promise<Link & { path: string }> {
    const { status, body, text } = await gateway.ask('POST', links(), { json })
    expect(status, text).to.equal(201)
    return { ...(body as unknown as Link), path: new URL(String(body['url'])).pathname }
  }
  const visit = (path: string, options: Ask = {}) => gateway.ask('GET', path, { authorization: null, ...options })
  const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    gateway.ask('POST', `${path}/start`, { authorization: null, body: new URLSearchParams(fields), headers })
  const sessionOf = async (state: string) => {
    const { rows } = await gateway.installation.context.pool.query(
      'select id, status, error_code from connection_session order by created_at desc limit 1',
    )
    expect(state).not.to.equal('')
    return rows[0] as { id: string; status: string; error_code: string | null }
  }

  it('are created with an expiry, and show their URL once', async () => {
    const link = await create({ expiresIn: 3_600, platforms: ['x'] })
    expect(link.url).to.match(/^http:\/\/127\.0\.0\.1:9\/connect\/[\w-]{43}$/)
    expect(link.platforms).to.deep.equal(['x'])
    expect(Date.parse(link.expiresAt) - Date.now()).to.be.within(3_500_000, 3_600_000)
    const token = link.path.split('/')[2] ?? ''
    const { text } = await gateway.ask('GET', links())
    expect(text).to.include(link.id).and.not.include(token)
    const { rows } = await gateway.installation.context.pool.query(
      'select row_to_json(l)::text as row from connect_link l',
    )
    expect(JSON.stringify(rows)).not.to.include(token)
  })

  it('open a page with the name and the colour of the organization, which needs no script', async () => {
    await gateway.ask('PATCH', '/api/v1/organization', { json: { name: 'Rye & Co <b>', color: '#1A5FB4' } })
    const { path } = await create()
    const { status, text, headers } = await visit(path)
    expect(status).to.equal(200)
    expect(text).to.include('Rye &amp; Co &lt;b&gt;').and.include('Reconnect or add X').and.not.include('<script')
    expect(headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('unsafe')
    expect(headers.get('cache-control')).to.equal('no-store')
    expect(headers.get('referrer-policy')).to.equal('no-referrer')
    const style = await visit(`${path}/style.css`)
    expect(style.text).to.include('background: #1A5FB4; color: #fff')
    await gateway.ask('PATCH', '/api/v1/organization', { json: { color: '#ffe14d' } })
    expect((await visit(`${path}/style.css`)).text).to.include('color: #000')
    await gateway.ask('PATCH', '/api/v1/organization', { json: { color: null } })
    expect((await visit(path)).text).not.to.include('style.css')
    const { body } = await gateway.ask('GET', '/api/v1/organization')
    expect(body).to.deep.include({ name: 'Rye & Co <b>', color: null })
  })

  it('start an authorization, which the browser that started it alone can complete', async () => {
    const { path } = await create({ platforms: ['x'] })
    const started = await submit(path, { platform: 'x' })
    expect(started.status, started.text).to.equal(303)
    const url = new URL(started.headers.get('location') ?? '')
    expect(url.pathname).to.match(/authorize/)
    const [cookie = ''] = started.headers.getSetCookie()
    expect(cookie).to.match(/^carillon-connect=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/)
    const state = url.searchParams.get('state') ?? ''
    const other = { cookie: `carillon-connect=${'b'.repeat(43)}` }
    const ended = await visit(`/oauth/x/callback?state=${state}&code=stolen`, { headers: other })
    expect(ended.text).to.include('another browser')
    expect(await sessionOf(state)).to.include({ status: 'failed', error_code: 'connection_session_not_found' })
    const again = await submit(path, { platform: 'x' }, { cookie: cookie.split(';')[0] ?? '' })
    expect(again.headers.getSetCookie()[0]?.split(';')[0]).to.equal(cookie.split(';')[0])
    const second = new URL(again.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const without = await visit(`/oauth/x/callback?state=${second}&code=stolen`)
    expect(without.text).to.include('another browser').and.to.include('with cookies allowed')
    expect(await sessionOf(second)).to.include({ status: 'failed', error_code: 'connection_session_not_found' })
  })

  it('start an authorization by the login for which there is an app', async () => {
    const { path } = await create({ platforms: ['instagram'] })
    const started = await submit(path, { platform: 'instagram' })
    expect(started.status, started.text).to.equal(303)
    const url = new URL(started.headers.get('location') ?? '')
    expect([url.hostname, url.searchParams.get('client_id')]).to.deep.equal(['www.facebook.com', 'meta'])
  })

  it('start an authorization by the login of the accounts that have to be connected again', async () => {
    const { context, accounts, profileId } = both.installation
    const { body } = await both.ask('POST', `/api/v1/profiles/${profileId}/connect-links`, { json: {} })
    const { pathname } = new URL(String(body['url']))
    const hostOf = async () => {
      const fields = new URLSearchParams({ platform: 'instagram' })
      const started = await both.ask('POST', `${pathname}/start`, { authorization: null, body: fields })
      return new URL(started.headers.get('location') ?? '').hostname
    }
    expect(await hostOf()).to.equal('www.instagram.com')
    await context.pool.query("update account set auth_method = 'facebook_login' where id = $1", [accounts.instagram])
    expect(await hostOf()).to.equal('www.facebook.com')
    await context.pool.query(
      `insert into account (id, organization_id, profile_id, platform, provider_id, auth_method, status, scopes,
         missing_scopes, connected_at, updated_at)
       select gen_random_uuid(), organization_id, profile_id, platform, 'other', 'instagram_login', 'expired', '{}',
         '{}', now(), now() from account where id = $1`,
      [accounts.instagram],
    )
    expect(await hostOf()).to.equal('www.instagram.com')
  })

  it('start nothing for a page of another site, which could send a browser on without the page of the link', async () => {
    const { path } = await create()
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'null' },
      { origin: 'https://elsewhere.example' },
    ]) {
      const reply = await submit(path, { platform: 'x' }, headers)
      expect([reply.status, reply.headers.get('location')], JSON.stringify(headers)).to.deep.equal([403, null])
      expect(reply.headers.getSetCookie()).to.deep.equal([])
      expect(reply.text).to.include('Connect accounts with').and.include('role="alert"')
    }
    // A page without a referrer has `null` as its origin, also for its own form.
    for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: gateway.url }, {}])
      expect((await submit(path, { platform: 'x' }, headers)).status, JSON.stringify(headers)).to.equal(303)
  })

  it('lead to an entry of the audit log with the link and the session', async () => {
    const { id, path } = await create({ platforms: ['x'] })
    await submit(path, { platform: 'x' }, { 'x-forwarded-for': '203.0.113.8' })
    let entries: unknown[] = []
    while (entries.length === 0)
      entries = (await gateway.ask('GET', `/api/v1/audit-log?action=connectLinks.start&targetId=${id}`)).body[
        'entries'
      ] as unknown[]
    expect(entries[0]).to.deep.include({
      actor: { type: 'system', id: null, name: null },
      ip: '203.0.113.8',
      profileId: gateway.installation.profileId,
    })
  })

  it('are closed when they are deleted, have expired or never existed: the same page', async () => {
    const deleted = await create()
    const { id } = deleted
    expect((await gateway.ask('DELETE', `${links()}/${id}`)).body).to.deep.equal({ id, deleted: true })
    expect((await gateway.ask('DELETE', `${links()}/${id}`)).body.error.code).to.equal('connect_link_not_found')
    const expired = await create()
    await gateway.installation.context.pool.query(
      "update connect_link set expires_at = now() - interval '1 second' where id = $1",
      [expired.id],
    )
    const same = { headers: { 'x-request-id': 'same' } }
    const pages = [deleted.path, expired.path, `/connect/${'a'.repeat(43)}`].map((path) => visit(path, same))
    const [first, ...others] = await Promise.all(pages)
    expect(first?.status).to.equal(404)
    for (const other of others) expect(other.text).to.equal(first?.text)
    expect((await submit(expired.path, { platform: 'x' })).status).to.equal(404)
    expect((await visit('/connect/nothing')).status).to.equal(404)
  })

  it('cannot be guessed at any speed', async () => {
    const from = { headers: { 'x-forwarded-for': '198.51.100.77' } }
    let status = 404
    for (let time = 0; time < 40 && status === 404; time++)
      ({ status } = await visit(`/connect/${String(time).padStart(43, 'g')}`, from))
    expect(status).to.equal(429)
    expect((await visit((await create()).path, from)).status).to.equal(200)
  })

  it('offer their platforms alone, and say what is wrong with a form', async () => {
    const { path } = await create({ platforms: ['bluesky'] })
    expect((await visit(path)).text)
      .to.include('name="handle"')
      .and.not.include('value="x"')
    const other = await submit(path, { platform: 'x' })
    expect([other.status, other.text.includes('does not offer')]).to.deep.equal([400, true])
    const handle = await submit(path, { platform: 'bluesky', handle: 'not a handle' })
    expect([handle.status, handle.text.includes('role="alert"')]).to.deep.equal([400, true])
    expect((await submit(path, { platform: 'nothing' })).status).to.equal(400)
    expect((await submit(path, {})).status).to.equal(400)
  })

  it('can be used a number of times', async () => {
    const { id, path } = await create({ platforms: ['x'] })
    await gateway.installation.context.pool.query('update connect_link set starts = 499 where id = $1', [id])
    expect((await submit(path, { platform: 'x' })).status).to.equal(303)
    const last = await submit(path, { platform: 'x' })
    expect([last.status, last.text.includes('too many times')]).to.deep.equal([404, true])
  })

  it('are limited in number by profile', async () => {
    const path = `/api/v1/profiles/${(await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Many' } })).body['id']}/connect-links`
    const made = await Promise.all(Array.from({ length: 110 }, () => gateway.ask('POST', path, { json: {} })))
    expect(made.filter(({ status }) => status === 201)).to.have.length(100)
    expect(new Set(made.filter(({ status }) => status !== 201).map(({ body }) => body.error.code))).to.deep.equal(
      new Set(['connect_link_limit_reached']),
    )
  })

  for (const [what, json, code] of [
    ['a platform without credentials', { platforms: ['tiktok'] }, 'invalid_request'],
    ['an expiry that is too far away', { expiresIn: 31 * 86_400 }, 'invalid_request'],
    ['a redirect URL that is not allowed', { redirectUrl: 'https://evil.example' }, 'invalid_redirect_uri'],
  ] as const) {
    it(`are not created with ${what}`, async () => {
      expect((await gateway.ask('POST', links(), { json })).body.error.code).to.equal(code)
    })
  }

  it('belong to their profile', async () => {
    const { id } = await create()
    const { foreign, boundKey } = gateway.installation
    const other = String((await gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Other' } })).body['id'])
    const paths = [`/api/v1/profiles/${other}/connect-links/${id}`, `${links()}/${absent}`]
    for (const path of paths)
      expect((await gateway.ask('DELETE', path)).body.error.code).to.equal('connect_link_not_found')
    const bound = { authorization: `Bearer ${boundKey}` }
    expect((await gateway.ask('GET', `/api/v1/profiles/${other}/connect-links`, bound)).status).to.equal(404)
    expect((await gateway.ask('GET', links(), { authorization: `Bearer ${foreign.key}` })).status).to.equal(404)
    expect((await gateway.ask('PATCH', '/api/v1/organization', { ...bound, json: { name: 'Mine' } })).status).to.equal(
      403,
    )
    expect((await gateway.ask('DELETE', `${links()}/${id}`, bound)).status).to.equal(200)
  })
})
