import { type OperationId, operationIds, operationRow } from '@carillon/contract'
import { hasKeyScope, type KeyScope, keyScopes } from '@carillon/domain'
import { accountRow } from '@carillon/testkit'
import { expect } from 'chai'
import { type Grant, service } from '../../src/service.ts'
import { insertAccount } from '../installation.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { absent, idsIn, leastRequest } from './least-requests.ts'
import { type PipelinedRequest, sendPipelined } from './pipelined-requests.ts'

/** The kinds of keys, by what they reach; a session has the access of its key. */
const kinds = ['full', 'bound', 'several', 'session'] as const

type Kind = (typeof kinds)[number]

interface Cell {
  kind: Kind
  held: KeyScope
}

/** The key or session of a cell. */
const tokenOf = ({ kind, held }: Cell) => Buffer.from(`${kind} ${held}`).toString('base64url')

const cells: readonly Cell[] = kinds.flatMap((kind) => keyScopes.map((held) => ({ kind, held })))
const cellOf = new Map(cells.map((cell) => [tokenOf(cell), cell]))

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
  let another = ''
  let accounts: Readonly<Record<string, string>> = {}

  function grantOf(own: Grant, token: string | undefined): Grant {
    const { kind, held } = cellOf.get(token ?? '') ?? { kind: 'full', held: '*' }
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
  after(() => gateway.close())

  const leastOf = (id: OperationId, own = {}) =>
    leastRequest(id, { profileId: gateway.installation.profileId, accounts, ...own })

  function withKey(request: Omit<PipelinedRequest, 'headers'>, cell: Cell): PipelinedRequest {
    const token = tokenOf(cell)
    const headers =
      cell.kind === 'session'
        ? { 'carillon-dashboard': '1', cookie: `carillon-dashboard=${token}` }
        : { authorization: `Bearer ${token}` }
    return { ...request, headers }
  }

  for (const id of operationIds) {
    it(`decides about ${id} in each of its ${cells.length} cells`, async () => {
      gateway.calls.length = 0
      let allowed = 0
      const request = leastOf(id)
      const replies = await sendPipelined(
        gateway.url,
        cells.map((cell) => withKey(request, cell)),
      )
      for (const [index, { kind, held }] of cells.entries()) {
        const { status = 0, head = '', body = '' } = replies[index] ?? {}
        const rejection = rejectionOf(id, kind, held)
        const at = `${id} with ${held} of a ${kind} key: ${body}`
        if (rejection === null) {
          allowed++
          expect(status, at).to.be.oneOf([200, 204])
          continue
        }
        const { code, requiredScope } = rejection
        const { error } = JSON.parse(body)
        expect([status, error.code], at).to.deep.equal([403, code])
        if (requiredScope === undefined) continue
        expect(error.details).to.deep.equal({ requiredScope })
        const challenge = `Bearer error="insufficient_scope", scope="${requiredScope}"`
        expect(/^www-authenticate: (.*)$/im.exec(head)?.[1]).to.equal(challenge)
      }
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
    const replies = await sendPipelined(
      gateway.url,
      kindsAndProfiles.map(({ id, kind, profileId }) => {
        const own = { profileId, accounts: profileId === unreached ? theirs : {} }
        return withKey(leastOf(id, own), { kind, held: '*' })
      }),
    )
    for (const [index, { id, kind, profileId }] of kindsAndProfiles.entries()) {
      const { status, body = '' } = replies[index] ?? {}
      const at = `${id} of ${profileId} with a ${kind} key: ${body}`
      expect(status, at).to.equal(404)
      expect(JSON.parse(body).error.code, at).to.match(/^(?:profile|account)_not_found$/)
    }
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
      const authorization = `Bearer ${tokenOf({ kind: 'full', held })}`
      for (const [method, to, more] of sent) {
        const reply = await gateway.ask(method, to, { authorization, headers: { ...headers, ...more } })
        expect(reply.status, `${method} with ${held}`).to.equal(403)
      }
    }
  })

  it('holds for HEAD as for GET, and for no method in the place of another one', async () => {
    const authorization = `Bearer ${tokenOf({ kind: 'full', held: 'keys:read' })}`
    for (const id of operationIds.filter((each) => operationRow(each).method === 'get')) {
      const { path } = leastOf(id)
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
