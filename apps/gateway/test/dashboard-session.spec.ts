import { createHash } from 'node:crypto'
import { createKey, deleteKey } from '@carillon/service'
import { expect } from 'chai'
import { type Ask, type Reply, startGateway, type TestGateway } from './test-gateway.ts'

const dashboard = { 'carillon-dashboard': '1' }
const session = '/dashboard/session'
const plainName = 'carillon-dashboard'

describe('sessions of the dashboard', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true })
  })
  after(() => gateway.close())

  const signIn = (key: unknown, options: Ask = {}, at = gateway) =>
    at.ask('POST', session, { json: { key }, authorization: null, ...options })
  const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0] ?? ''
  const tokenOf = (reply: Reply) => /^[\w-]+=([^;]*)/.exec(cookieOf(reply))?.[1] ?? ''
  const tokenFor = async (key: string) => tokenOf(await signIn(key))
  const withToken = (token: string, headers: Record<string, string> = dashboard): Ask => ({
    authorization: null,
    headers: { cookie: `${plainName}=${token}`, ...headers },
  })
  const profiles = (options: Ask) => gateway.ask('GET', '/api/v1/profiles', options)
  const look = (token: string) => gateway.ask('GET', session, withToken(token))
  const rowsOf = async (token: string) => {
    const { rows } = await gateway.installation.context.pool.query<{ text: string }>(
      'select s::text as text from dashboard_session s where hash = $1',
      [createHash('sha256').update(token).digest()],
    )
    return rows
  }
  const change = (token: string, set: string) =>
    gateway.installation.context.pool.query(`update dashboard_session set ${set} where hash = $1`, [
      createHash('sha256').update(token).digest(),
    ])
  const newKey = (more: { profileId?: string; expiresIn?: string } = {}) =>
    createKey(gateway.installation.context, { organizationId: gateway.installation.organizationId, ...more })

  describe('POST /dashboard/session', () => {
    it('201: exchanges a key for a cookie that no script reads and no other site sends', async () => {
      const { organizationId, key } = gateway.installation
      const before = Date.now()
      const reply = await signIn(key)
      expect(reply.status).to.equal(201)
      expect(reply.body).to.have.all.keys('organizationId', 'profileId', 'scopes', 'expiresAt')
      expect(reply.body).to.deep.include({ organizationId, profileId: null })
      expect(Date.parse(String(reply.body['expiresAt'])) - before).to.be.within(12 * 3_600_000, 13 * 3_600_000)
      expect(reply.headers.get('cache-control')).to.equal('no-store')
      expect(cookieOf(reply)).to.match(
        /^carillon-dashboard=[\w-]{43}; Path=\/; Max-Age=\d{5}; HttpOnly; SameSite=Strict$/,
      )
      expect(reply.text).to.not.contain(key).and.not.contain(tokenOf(reply))
    })

    it('201: where the gateway is reached over https, the cookie is sent over https to this host alone', async () => {
      const other = await startGateway({ installation: gateway.installation, publicUrl: 'https://api.example.com' })
      const reply = await signIn(gateway.installation.key, {}, other)
      await other.close()
      expect(cookieOf(reply)).to.match(
        /^__Host-carillon-dashboard=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
      )
    })

    it('201: a key that is bound to a profile opens a session of that profile', async () => {
      const { boundKey, profileId } = gateway.installation
      expect((await signIn(boundKey)).body).to.deep.include({ profileId })
    })

    it('201: the session ends with its key at the latest', async () => {
      const { apiKey } = await newKey({ expiresIn: '45m' })
      const { body } = await signIn(apiKey)
      expect(Date.parse(String(body['expiresAt'])) - Date.now()).to.be.within(44 * 60_000, 45 * 60_000)
    })

    it('400: the body is the key and nothing else', async () => {
      const { key } = gateway.installation
      for (const json of [{}, { key: 1 }, { key, more: 1 }, [key], 'key', null]) {
        const reply = await gateway.ask('POST', session, { json, authorization: null })
        expect([reply.status, reply.body.error.code], JSON.stringify(json)).to.deep.equal([400, 'invalid_request'])
      }
    })

    it('401: a key that is not valid, in the same words as everywhere', async () => {
      const { body } = await profiles({ authorization: 'Bearer wrong' })
      for (const key of ['', 'wrong', `${gateway.installation.key}x`, `${gateway.installation.key} `]) {
        const reply = await signIn(key)
        expect([reply.status, reply.body.error.message]).to.deep.equal([401, body.error.message])
        expect(cookieOf(reply)).to.equal('')
      }
    })

    it('401: from a page of another origin, so that nobody is signed in to an account of others', async () => {
      const { key } = gateway.installation
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'http://127.0.0.1:1']) {
        const reply = await signIn(key, { headers: { origin } })
        expect([reply.status, cookieOf(reply)], origin).to.deep.equal([401, ''])
      }
      for (const origin of [gateway.url, 'http://127.0.0.1']) {
        expect((await signIn(key, { headers: { origin } })).status, origin).to.equal(201)
      }
    })

    it('415: a form, which other sites can send', async () => {
      const headers = { 'content-type': 'text/plain' }
      const body = JSON.stringify({ key: gateway.installation.key })
      expect((await gateway.ask('POST', session, { body, headers, authorization: null })).status).to.equal(415)
    })

    it('429: wrong keys from one address are counted here too', async () => {
      const limited = await startGateway({ env: { WRONG_KEYS_PER_MINUTE: '1' } })
      const replies = [await signIn('a', {}, limited), await signIn('b', {}, limited), await signIn('c', {}, limited)]
      await limited.close()
      // A new minute may begin between any two of them, but not twice.
      expect(replies.map(({ status }) => status)).to.include(429)
    })

    it('429: signing in counts against the requests of the key', async () => {
      const limited = await startGateway({ env: { REQUESTS_PER_MINUTE: '1' } })
      const { key } = limited.installation
      const replies = [await signIn(key, {}, limited), await signIn(key, {}, limited), await signIn(key, {}, limited)]
      await limited.close()
      expect(replies.map(({ status }) => status)).to.include(429)
    })

    it('gives a token of its own, whatever the browser had, and ends what it had', async () => {
      const fixed = 'A'.repeat(43)
      const first = await signIn(gateway.installation.key, { headers: { cookie: `${plainName}=${fixed}` } })
      const token = tokenOf(first)
      expect(token).to.not.equal(fixed)
      expect((await look(fixed)).status).to.equal(401)
      const second = await signIn(gateway.installation.key, { headers: { cookie: `${plainName}=${token}` } })
      expect((await look(token)).status).to.equal(401)
      expect((await look(tokenOf(second))).status).to.equal(200)
    })

    it('keeps a hundred sessions of a key; then the one that was used longest ago ends', async () => {
      const { apiKey } = await newKey()
      const oldest = await tokenFor(apiKey)
      await change(oldest, "last_used_at = last_used_at - interval '1 minute'")
      for (let n = 1; n < 100; n++) await signIn(apiKey)
      expect((await look(oldest)).status).to.equal(200)
      await change(oldest, "last_used_at = last_used_at - interval '5 minutes'")
      const newest = await tokenFor(apiKey)
      expect([(await look(oldest)).status, (await look(newest)).status]).to.deep.equal([401, 200])
    })
  })

  describe('a request with the cookie', () => {
    let token = ''
    before(async () => {
      token = await tokenFor(gateway.installation.key)
    })

    it('does what the key does', async () => {
      const byKey = await profiles({})
      const bySession = await profiles(withToken(token))
      expect([bySession.status, bySession.text]).to.deep.equal([200, byKey.text])
      const line = gateway.lines.findLast(({ operation }) => operation === 'profiles.list')
      expect(line).to.include({ keyId: gateway.installation.keyId })
    })

    it('429: uses up the requests of the key', async () => {
      const limited = await startGateway({ env: { REQUESTS_PER_MINUTE: '3' } })
      const own = withToken(tokenOf(await signIn(limited.installation.key, {}, limited)))
      const statuses: number[] = []
      // A new minute may begin between any two of them, but not twice.
      for (const options of [{}, own, {}, own, {}, own]) {
        statuses.push((await limited.ask('GET', '/api/v1/profiles', options)).status)
      }
      await limited.close()
      expect(statuses).to.include(429)
    })

    it('reaches no more than a bound key does', async () => {
      const bound = await tokenFor(gateway.installation.boundKey)
      const reply = await gateway.ask('GET', '/api/v1/keys', withToken(bound))
      expect([reply.status, reply.body.error.code]).to.deep.equal([403, 'profile_scope_violation'])
    })

    it('writes as well', async () => {
      const options = withToken(token, { ...dashboard, origin: gateway.url })
      const reply = await gateway.ask('POST', '/api/v1/profiles', { ...options, json: { name: 'By session' } })
      expect(reply.status).to.equal(201)
    })

    for (const [what, headers] of [
      ['without the header', {}],
      ['with another value of the header', { 'carillon-dashboard': '2' }],
      ['with the header twice', { 'carillon-dashboard': '1, 1' }],
      ['of another origin', { ...dashboard, origin: 'https://evil.example' }],
      ['of an opaque origin', { ...dashboard, origin: 'null' }],
      ['with a key that is not valid beside it', { ...dashboard, authorization: 'Bearer wrong' }],
    ] as const) {
      it(`401: ${what}`, async () => {
        for (const [method, path] of [
          ['GET', '/api/v1/profiles'],
          ['DELETE', '/api/v1/keys/0199d1b2-ffff-7000-8000-000000000000'],
          ['GET', session],
          ['DELETE', `${session}?everywhere=true`],
        ] as const) {
          const sent = withToken(token, headers)
          const reply = await gateway.ask(method, path, {
            ...sent,
            authorization: 'authorization' in headers ? headers.authorization : null,
          })
          expect([reply.status, reply.body.error.code], `${method} ${path}`).to.deep.equal([401, 'unauthorized'])
        }
        expect((await look(token)).status).to.equal(200)
      })
    }

    it('401: with two cookies of the name, which is ambiguous', async () => {
      const cookie = `${plainName}=${token}; ${plainName}=${'A'.repeat(43)}`
      expect((await profiles({ authorization: null, headers: { ...dashboard, cookie } })).status).to.equal(401)
    })

    it('401: with the stored hash, or with the key itself, in the place of the token', async () => {
      const hash = createHash('sha256').update(token).digest()
      for (const value of [hash.toString('base64url'), hash.toString('hex'), gateway.installation.key, '', 'x']) {
        expect((await profiles(withToken(value))).status, value).to.equal(401)
      }
      const [row] = await rowsOf(token)
      expect(row?.text).to.contain(hash.toString('hex')).and.not.contain(token)
    })

    it('401: with the cookie of a deployment over http where https is served', async () => {
      const other = await startGateway({ installation: gateway.installation, publicUrl: 'https://api.example.com' })
      const statuses = await Promise.all(
        [plainName, `__Host-${plainName}`].map(async (name) => {
          const headers = { ...dashboard, cookie: `${name}=${token}` }
          return (await other.ask('GET', '/api/v1/profiles', { authorization: null, headers })).status
        }),
      )
      await other.close()
      expect(statuses).to.deep.equal([401, 200])
    })

    it('is not allowed to pages of other origins by a preflight', async () => {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'carillon-dashboard',
      }
      for (const path of ['/api/v1/profiles', session]) {
        const reply = await gateway.ask('OPTIONS', path, { authorization: null, headers })
        expect([reply.status, reply.headers.get('access-control-allow-origin')], path).to.deep.equal([405, null])
      }
    })

    it('429: wrong tokens count as wrong keys, and a right one passes all the same', async () => {
      const limited = await startGateway({ env: { WRONG_KEYS_PER_MINUTE: '1' } })
      const right = tokenOf(await signIn(limited.installation.key, {}, limited))
      const ask = (value: string) => limited.ask('GET', '/api/v1/profiles', withToken(value))
      const wrong = [await ask('A'.repeat(43)), await ask('B'.repeat(43)), await ask('short')]
      const statuses = [...wrong, await ask(right)].map(({ status }) => status)
      await limited.close()
      expect(statuses).to.include(429)
      expect(statuses.at(-1)).to.equal(200)
    })
  })

  describe('GET /dashboard/session', () => {
    it('200: whose session it is and when it ends', async () => {
      const opened = await signIn(gateway.installation.key)
      const reply = await look(tokenOf(opened))
      expect([reply.status, reply.body]).to.deep.equal([200, opened.body])
    })

    it('401: there is none', async () => {
      expect((await gateway.ask('GET', session, { authorization: null, headers: dashboard })).status).to.equal(401)
    })

    it('401: it has not been used for an hour; use keeps it', async () => {
      const token = await tokenFor(gateway.installation.key)
      await change(token, "last_used_at = now() - interval '59 minutes'")
      expect((await look(token)).status).to.equal(200)
      await change(token, "created_at = created_at, last_used_at = last_used_at - interval '59 minutes'")
      expect((await look(token)).status).to.equal(200)
      await change(token, "last_used_at = now() - interval '60 minutes'")
      expect((await look(token)).status).to.equal(401)
    })

    it('401: its time is over, however much it is used', async () => {
      const token = await tokenFor(gateway.installation.key)
      await change(token, 'expires_at = now()')
      expect((await look(token)).status).to.equal(401)
    })

    it('401: its key was deleted', async () => {
      const { apiKey, keyId } = await newKey()
      const token = await tokenFor(apiKey)
      await deleteKey(gateway.installation.context, { keyId })
      expect((await look(token)).status).to.equal(401)
      expect(await rowsOf(token)).to.deep.equal([])
    })

    it('401: its key has expired', async () => {
      const { apiKey, keyId } = await newKey({ expiresIn: '1d' })
      const token = await tokenFor(apiKey)
      await gateway.installation.context.pool.query('update api_key set expires_at = now() where id = $1', [keyId])
      expect((await look(token)).status).to.equal(401)
    })
  })

  describe('DELETE /dashboard/session', () => {
    it('204: ends this session, here and everywhere it was copied to, and no other one', async () => {
      const { apiKey } = await newKey()
      const [token, other] = [await tokenFor(apiKey), await tokenFor(apiKey)]
      const reply = await gateway.ask('DELETE', session, withToken(token))
      expect([reply.status, reply.text]).to.deep.equal([204, ''])
      expect(cookieOf(reply)).to.equal('carillon-dashboard=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict')
      expect([(await look(token)).status, (await look(other)).status]).to.deep.equal([401, 200])
    })

    it('204: everywhere=true ends every session of the key, and of no other key', async () => {
      const [{ apiKey }, another] = [await newKey(), await newKey()]
      const [token, copy, kept] = [await tokenFor(apiKey), await tokenFor(apiKey), await tokenFor(another.apiKey)]
      const reply = await gateway.ask('DELETE', `${session}?everywhere=true`, withToken(token))
      expect(reply.status).to.equal(204)
      const statuses = await Promise.all([token, copy, kept].map(async (each) => (await look(each)).status))
      expect(statuses).to.deep.equal([401, 401, 200])
      expect((await profiles({ authorization: `Bearer ${apiKey}` })).status).to.equal(200)
    })

    it('401: there is none', async () => {
      expect((await gateway.ask('DELETE', session, withToken('A'.repeat(43)))).status).to.equal(401)
    })
  })
})
