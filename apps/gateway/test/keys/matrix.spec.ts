import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { type OperationId, operationIds, operationRow } from '@carillon/contract'
import { hasKeyScope, type KeyScope, keyScopes } from '@carillon/domain'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { type Grant, service } from '../../src/service.ts'
import { insertAccount } from '../installation.ts'
import { type Reply, startGateway, type TestGateway } from '../test-gateway.ts'
import { absent, idsIn, leastRequest } from './least-requests.ts'
import { quickRequest } from './quick-request.ts'

/** The kinds of keys, by what they reach; a session has the access of its key. */
const kinds = ['full', 'bound', 'several', 'session'] as const

type Kind = (typeof kinds)[number]

/** Requests that are sent at the same time. */
const atOnce = 12

/** What a request is rejected with for reasons of access, in the order in which they are looked at; null if it is not. */
function rejectionOf(id: OperationId, kind: Kind, held: KeyScope): { code: string; requiredScope?: string } | null {
  const { scope, furtherScope, wholeOrganization = false } = operationRow(id)
  const needed = [[scope ?? []].flat(), [furtherScope ?? []].flat()]
  const missing = needed.find((oneOf) => !oneOf.some((each) => hasKeyScope([held], each)))?.[0]
  if (missing !== undefined) return { code: 'insufficient_scope', requiredScope: missing }
  const isBound = kind === 'bound' || kind === 'several'
  return wholeOrganization && isBound ? { code: 'profile_scope_violation' } : null
}

/**
 * Every cell of operation × scope × kind of key, from the contract: a new operation, scope or kind is covered as it is
 * added. Keys are real; their scopes and reach are those of the cell.
 */
describe('the matrix of operations, scopes and kinds of keys', () => {
  let gateway: TestGateway
  const agent = new Agent({ keepAlive: true })
  let another = ''
  let accounts: Readonly<Record<string, string>> = {}
  const grants = new Map<string, { kind: Kind; held: KeyScope }>()

  function grantOf(own: Grant, cell: string | undefined): Grant {
    const { kind = 'full', held = '*' } = grants.get(cell ?? '') ?? {}
    const { organizationId, profileId } = gateway.installation
    const reach = { full: {}, session: {}, bound: { profileId }, several: { profileIds: [profileId, another] } }[kind]
    return { ...own, scope: { organizationId, profileId: null, ...reach }, scopes: [held] }
  }

  before(async () => {
    gateway = await startGateway({
      replace: (own) => ({
        authenticate: async (context, header, from) =>
          grantOf(
            await own.authenticate(context, `Bearer ${gateway.installation.key}`, from),
            header?.replace('Bearer ', ''),
          ),
        authenticateSession: async (context, token) => {
          const expiresAt = new Date(Date.now() + 60_000)
          const key = await service.authenticate(context, `Bearer ${gateway.installation.key}`)
          return { ...grantOf(key, token), expiresAt }
        },
      }),
      env: { REQUESTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE_ORGANIZATION: '1000000' },
    })
    const { context, organizationId, profileId } = gateway.installation
    const whatsapp = await insertAccount(context, { organizationId, profileId, platform: 'whatsapp' })
    accounts = { ...gateway.installation.accounts, whatsapp }
    another = '0199d1b2-aaaa-7000-8000-000000000000'
  })
  after(() => {
    agent.destroy()
    return gateway.close()
  })

  async function send(id: OperationId, cell: { kind: Kind; held: KeyScope }, own = {}): Promise<Reply> {
    const token = randomBytes(32).toString('base64url')
    grants.set(token, cell)
    const { method, path, json } = leastRequest(id, { profileId: gateway.installation.profileId, accounts, ...own })
    const headers =
      cell.kind === 'session'
        ? { 'carillon-dashboard': '1', cookie: `carillon-dashboard=${token}` }
        : { authorization: `Bearer ${token}` }
    const reply = await quickRequest(method, `${gateway.url}${path}`, { agent, headers, ...(json && { json }) })
    grants.delete(token)
    return reply
  }

  /** Does something for each item, some at a time. */
  async function each<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
    const waiting = items.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const item of waiting) await act(item)
      }),
    )
  }

  const cells = kinds.flatMap((kind) => keyScopes.map((held) => ({ kind, held })))

  for (const id of operationIds) {
    it(`decides about ${id} in each of its ${cells.length} cells`, async () => {
      gateway.calls.length = 0
      let allowed = 0
      await each(cells, async (cell) => {
        const { status, body, headers, text } = await send(id, cell)
        const rejection = rejectionOf(id, cell.kind, cell.held)
        const at = `${id} with ${cell.held} of a ${cell.kind} key: ${text}`
        if (rejection === null) {
          allowed++
          expect(status, at).to.be.oneOf([200, 204])
          return
        }
        const { code, requiredScope } = rejection
        expect([status, body.error.code], at).to.deep.equal([403, code])
        if (requiredScope === undefined) return
        expect(body.error.details).to.deep.equal({ requiredScope })
        const challenge = `Bearer error="insufficient_scope", scope="${requiredScope}"`
        expect(headers.get('www-authenticate')).to.equal(challenge)
      })
      expect(gateway.calls.length, 'only allowed requests reach the use case').to.equal(allowed)
      expect(allowed, 'some key can do it').to.be.above(0)
    })
  }

  it('keeps bound keys from every profile and account that they do not reach, whatever their scopes', async () => {
    const { foreign } = gateway.installation
    const { context, organizationId } = gateway.installation
    const unreached = '0199d1b2-bbbb-7000-8000-000000000000'
    const now = context.now()
    const profile = { id: unreached, organizationId, name: 'Unreached', createdAt: now, updatedAt: now }
    await context.db.kysely.insertInto('profile').values(profile).execute()
    const rows = Object.keys(accounts).map((platform) =>
      accountRow({ organizationId, profileId: unreached, platform: platform as 'x', now }),
    )
    await context.db.kysely.insertInto('account').values(rows).execute()
    const theirs = Object.fromEntries(rows.map(({ platform, id }) => [platform, id]))
    const targets = operationIds.filter((id) => {
      const { profile: how, params, wholeOrganization } = operationRow(id)
      return !wholeOrganization && (how === 'required' || idsIn(params).includes('profileId'))
    })
    expect(targets.length).to.be.above(20)
    gateway.calls.length = 0
    const kindsAndProfiles = targets.flatMap((id) =>
      (['bound', 'several'] as const).flatMap((kind) =>
        [unreached, foreign.profileId, absent].map((profileId) => ({ id, kind, profileId })),
      ),
    )
    await each(kindsAndProfiles, async ({ id, kind, profileId }) => {
      const reply = await send(id, { kind, held: '*' }, { profileId, accounts: profileId === unreached ? theirs : {} })
      const at = `${id} of ${profileId} with a ${kind} key: ${reply.text}`
      expect([reply.status, reply.body.error?.code], at).to.satisfy(
        ([status, code]: [number, string]) => status === 404 && /^(?:profile|account)_not_found$/.test(code),
      )
    })
    expect(gateway.calls).to.deep.equal([])
  })

  it('holds for uploads, which speak a protocol of their own, with every method and in its place of another one', async () => {
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' }
    const path = `/api/v1/uploads/${absent}`
    const sent: [method: string, path: string, more?: Record<string, string>][] = [
      ['POST', '/api/v1/uploads'],
      ['HEAD', path],
      ['PATCH', path],
      ['DELETE', path],
      ['POST', path, { 'X-HTTP-Method-Override': 'DELETE' }],
      ['POST', path, { 'X-HTTP-Method-Override': 'PATCH' }],
    ]
    for (const held of keyScopes.filter((scope) => !hasKeyScope([scope], 'posts:write'))) {
      grants.set('held', { kind: 'full', held })
      for (const [method, to, more] of sent) {
        const reply = await gateway.ask(method, to, { authorization: 'Bearer held', headers: { ...headers, ...more } })
        expect(reply.status, `${method} with ${held}`).to.equal(403)
      }
    }
  })

  it('holds for HEAD as for GET, and for no method in the place of another one', async () => {
    grants.set('held', { kind: 'full', held: 'keys:read' })
    const authorization = 'Bearer held'
    for (const id of operationIds.filter((each) => operationRow(each).method === 'get')) {
      const { path } = leastRequest(id, { profileId: gateway.installation.profileId, accounts })
      const isAllowed = rejectionOf(id, 'full', 'keys:read') === null
      expect((await gateway.ask('HEAD', path, { authorization })).status, id).to.equal(isAllowed ? 200 : 403)
    }
    gateway.calls.length = 0
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      const reply = await gateway.ask('GET', '/api/v1/keys', { authorization, headers: { [name]: 'POST' } })
      expect(reply.status).to.equal(200)
      await gateway.ask('POST', `/api/v1/keys?_method=DELETE`, { authorization, headers: { [name]: 'GET' }, json: {} })
    }
    expect(new Set(gateway.calls.map(({ id }) => id))).to.deep.equal(new Set(['keys.list']))
  })
})
