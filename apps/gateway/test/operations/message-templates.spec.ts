import { platforms, supports } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { type Installation, insertAccount } from '../installation.ts'
import { type Ask, rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'
const template = {
  ...{ name: 'order_update', language: 'en_US', status: 'approved', category: 'utility' },
  components: [{ type: 'body', format: null, text: 'Hi {{1}}', buttons: [] }],
}

describe('GET /messages/templates', () => {
  let gateway: TestGateway
  let installation: Installation
  let accountId: string
  /** What the network says; null leaves it to the service, which has no credentials of the account. */
  let reported: ServiceError | typeof template | null = null

  before(async () => {
    gateway = await startGateway({
      real: true,
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'messages.templates.list': async (context, request) => {
            if (reported instanceof ServiceError) throw reported
            if (reported) return { status: 200, body: { templates: [reported] } }
            return useCases['messages.templates.list'](context, request)
          },
        },
      }),
    })
    installation = gateway.installation
    accountId = await insertAccount(installation.context, { ...installation, platform: 'whatsapp' })
  })
  after(() => gateway.close())
  beforeEach(() => {
    reported = null
  })

  const read = (query: Record<string, string> = {}, options?: Ask) =>
    gateway.ask(
      'GET',
      `/api/v1/messages/templates?${new URLSearchParams({ platform: 'whatsapp', accountId, ...query })}`,
      options,
    )

  describe('200', () => {
    it('lists name, language, status, category and components', async () => {
      reported = template
      const reply = await read()
      expect([reply.status, reply.body]).to.deep.equal([200, { templates: [template] }])
    })
  })

  describe('400', () => {
    it('invalid_request without platform or account, for an id, a platform and a field that are not valid', async () => {
      const path = '/api/v1/messages/templates'
      rejected(await gateway.ask('GET', path), 400, 'invalid_request')
      rejected(await gateway.ask('GET', `${path}?platform=whatsapp`), 400, 'invalid_request')
      rejected(await gateway.ask('GET', `${path}?accountId=${accountId}`), 400, 'invalid_request')
      rejected(await read({ accountId: '42' }), 400, 'invalid_request')
      rejected(await read({ platform: 'myspace' }), 400, 'invalid_request')
      rejected(await read({ colour: 'red' }), 400, 'invalid_request')
    })
  })

  describe('401', () => {
    it('without a key', async () => {
      rejected(await read({}, { authorization: null }), 401, 'unauthorized')
    })
  })

  describe('403', () => {
    it('insufficient_scope for a key without messages:read', async () => {
      const { body } = await gateway.ask('POST', '/api/v1/keys', {
        json: { name: 'Bound', scopes: ['comments:write'] },
      })
      rejected(await read({}, { authorization: `Bearer ${body['apiKey']}` }), 403, 'insufficient_scope')
    })
  })

  describe('404', () => {
    it('for an account of nobody, of another organization, and of another platform', async () => {
      rejected(await read({ accountId: absent }), 404, 'account_not_found')
      const foreign = { authorization: `Bearer ${installation.foreign.key}` }
      rejected(await read({}, foreign), 404, 'account_not_found')
      rejected(await read({ accountId: installation.accounts.instagram }), 404, 'account_not_found')
    })
  })

  describe('422', () => {
    const unable = platforms.filter((platform) => !supports('messages.send.template', platform))
    for (const platform of unable) {
      it(`provider_not_supported on ${platform}`, async () => {
        rejected(await read({ platform }), 422, 'provider_not_supported')
      })
    }

    it('reconnect_required for an account whose credentials are gone', async () => {
      rejected(await read(), 422, 'reconnect_required')
    })
  })

  for (const [status, code] of [
    [502, 'provider_error'],
    [502, 'provider_not_configured'],
  ] as [number, ErrorCode][]) {
    describe(`${status} ${code}`, () => {
      it('when the network cannot be read', async () => {
        reported = new ServiceError(code)
        const reply = await read()
        expect(reply.body?.error?.code).to.equal(code)
      })
    })
  }
})
