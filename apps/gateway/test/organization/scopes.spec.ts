import { operationIds, operationRow } from '@carillon/contract'
import { hasKeyScope, type KeyScope, keyScopes } from '@carillon/domain'
import { expect } from 'chai'
import { type Grant, service } from '../../src/service.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const uuid = '0199d1b2-ffff-7000-8000-000000000000'

describe('the scopes of a key', () => {
  let gateway: TestGateway
  let scopes: readonly KeyScope[] = []
  let profileIds: readonly string[] | undefined
  before(async () => {
    const authenticate = async (...args: Parameters<typeof service.authenticate>): Promise<Grant> => {
      const grant = await service.authenticate(...args)
      return { ...grant, scope: { ...grant.scope, ...(profileIds && { profileIds }) }, scopes }
    }
    gateway = await startGateway({ replace: () => ({ authenticate }), env: { REQUESTS_PER_MINUTE: '1000000' } })
  })
  after(() => gateway.close())
  beforeEach(() => {
    profileIds = undefined
  })

  async function codeOf(id: (typeof operationIds)[number]) {
    const { method, path } = operationRow(id)
    const sent = method === 'get' ? {} : { json: {} }
    const reply = await gateway.ask(method.toUpperCase(), `/api/v1${path.replace(/\{\w+\}/g, uuid)}`, sent)
    return { reply, code: reply.status < 400 ? null : reply.body.error.code }
  }

  for (const id of operationIds) {
    const { scope, furtherScope, wholeOrganization } = operationRow(id)
    const needed = [scope ?? [], furtherScope ?? []].flat()

    it(`decide about ${id} before anything else is looked at`, async () => {
      for (const held of keyScopes) {
        scopes = [held]
        const { reply, code } = await codeOf(id)
        const missing = needed.find((each) => !hasKeyScope([held], each))
        expect(code === 'insufficient_scope', `${id} with ${held}: ${code}`).to.equal(missing !== undefined)
        if (missing === undefined) continue
        expect(reply.status).to.equal(403)
        expect(reply.body.error.details).to.deep.equal({ requiredScope: missing })
        expect(reply.headers.get('www-authenticate')).to.equal(`Bearer error="insufficient_scope", scope="${missing}"`)
      }
    })

    if (wholeOrganization)
      it(`do not open ${id} to a key of several profiles`, async () => {
        scopes = ['*']
        profileIds = [uuid]
        const { code } = await codeOf(id)
        expect(code).to.be.oneOf(['profile_scope_violation', 'invalid_request', 'profile_not_found'])
      })
  }

  it('are needed for uploads', async () => {
    scopes = ['posts:read']
    const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '10' }
    const reply = await gateway.ask('POST', '/api/v1/uploads', { headers })
    expect([reply.status, reply.body.error.code]).to.deep.equal([403, 'insufficient_scope'])
  })
})
