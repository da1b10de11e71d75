import { capabilities, type PlatformWith, platforms, platformsWith, supports } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { setCard } from '@carillon/service'
import { expect } from 'chai'
import { type Installation, insertAccount } from '../installation.ts'
import { type Ask, rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'
const texts = platformsWith('messages.send.text')
const able = platformsWith('messages.send')
const without = <C extends 'messages.list' | 'messages.send'>(capability: C) =>
  platforms.filter((platform): platform is Exclude<typeof platform, PlatformWith<C>> => !supports(capability, platform))
const template = { name: 'order_update', language: 'en_US', bodyParameters: ['Ada'] }

/** What a message to somebody on a platform has at least, besides the account. */
const contentOf = (platform: string): object =>
  platform === 'whatsapp' ? { recipient: '+14155550199', template } : { recipient: '17841400', text: 'Hello' }

describe('messages and sign-up', () => {
  let gateway: TestGateway
  let accounts: Installation['accounts'] & { whatsapp: string }
  let thrown: ServiceError | null = null

  before(async () => {
    gateway = await startGateway({
      real: true,
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'messages.send': async (context, request) => {
            if (thrown) throw thrown
            return useCases['messages.send'](context, request)
          },
        },
      }),
    })
    const { installation } = gateway
    const { context, organizationId } = installation
    await setCard(context, { organizationId, onFile: true })
    // An account as a sign-up leaves it, but without credentials.
    const whatsapp = await insertAccount(context, { ...installation, platform: 'whatsapp' })
    accounts = { ...installation.accounts, whatsapp }
  })
  after(() => gateway.close())
  beforeEach(() => {
    thrown = null
  })

  const list = (query: Record<string, string>, options?: Ask) =>
    gateway.ask('GET', `/api/v1/messages?${new URLSearchParams(query)}`, options)
  const send = (platform: string, json: object = {}, options?: Ask) =>
    gateway.ask('POST', '/api/v1/messages', {
      json: { platform, accountId: absent, ...contentOf(platform), ...json },
      ...options,
    })

  describe('GET /messages', () => {
    it('401 without a key', async () => {
      rejected(await list({ accountId: absent }, { authorization: null }), 401, 'unauthorized')
    })

    it('400 without profile and account, for an id that is not a UUID, an unknown platform and an unknown field', async () => {
      rejected(await list({}), 400, 'profile_required')
      rejected(await list({ platform: 'instagram' }), 400, 'profile_required')
      rejected(await list({ accountId: '42' }), 400, 'invalid_request')
      rejected(await list({ accountId: absent, platform: 'myspace' }), 400, 'invalid_request')
      rejected(await list({ accountId: absent, colour: 'red' }), 400, 'invalid_request')
    })

    it('404 for a profile and an account of nobody, and for an account of another platform', async () => {
      rejected(await list({ profileId: absent }), 404, 'profile_not_found')
      rejected(await list({ accountId: absent }), 404, 'account_not_found')
      rejected(await list({ accountId: accounts.instagram, profileId: absent }), 404, 'account_not_found')
      rejected(await list({ accountId: accounts.instagram, platform: 'facebook' }), 404, 'account_not_found')
    })

    for (const platform of without('messages.list')) {
      it(`422 unsupported_platform on ${platform}, named or by its account`, async () => {
        rejected(await list({ profileId: gateway.installation.profileId, platform }), 422, 'unsupported_platform')
        rejected(await list({ accountId: accounts[platform] }), 422, 'unsupported_platform')
      })
    }

    it('200 for whatsapp, of which only what is stored is listed', async () => {
      const reply = await list({ accountId: accounts.whatsapp })
      expect([reply.status, reply.body]).to.deep.equal([200, { status: 'complete', messages: [], errors: [] }])
    })

    for (const platform of texts) {
      it(`502 on ${platform} for an account that cannot be read and of which nothing is stored`, async () => {
        const reply = await list({ accountId: accounts[platform] })
        expect(reply.status, reply.text).to.equal(502)
        expect(reply.body.error.details).to.have.length(1)
      })
    }

    it('207 where some accounts could be read', async () => {
      const reply = await list({ profileId: gateway.installation.profileId })
      expect(reply.status, reply.text).to.equal(207)
      expect(reply.body['status']).to.equal('partial')
      expect(reply.body['errors']).to.have.length(texts.length)
    })
  })

  describe('POST /messages', () => {
    it('401 without a key', async () => {
      rejected(await send('instagram', {}, { authorization: null }), 401, 'unauthorized')
    })

    it('400 for an unknown platform, an id that is not a UUID and an unknown field', async () => {
      rejected(await send('myspace'), 400, 'invalid_request')
      rejected(await send('instagram', { accountId: '42' }), 400, 'invalid_request')
      rejected(await send('instagram', { colour: 'red' }), 400, 'invalid_request')
      rejected(await send('whatsapp', { template: { ...template, colour: 'red' } }), 400, 'invalid_request')
    })

    for (const platform of without('messages.send')) {
      it(`422 provider_not_supported on ${platform}, whatever else is sent`, async () => {
        rejected(await send(platform), 422, 'provider_not_supported')
        rejected(await send(platform, { text: '', recipient: 7 }), 422, 'provider_not_supported')
      })
    }

    for (const platform of able) {
      it(`400 on ${platform} without account or recipient`, async () => {
        rejected(await send(platform, { accountId: undefined }), 400, 'invalid_request')
        rejected(await send(platform, { recipient: undefined }), 400, 'invalid_request')
        rejected(await send(platform, { recipient: '' }), 400, 'invalid_request')
      })

      it(`400 on ${platform} with text and template`, async () => {
        rejected(await send(platform, { text: 'Hi', template }), 400, 'invalid_request')
      })

      it(`404 on ${platform} for an account of nobody, of another platform and of another profile`, async () => {
        rejected(await send(platform), 404, 'account_not_found')
        rejected(await send(platform, { accountId: accounts.bluesky }), 404, 'account_not_found')
        rejected(await send(platform, { accountId: accounts[platform], profileId: absent }), 404, 'account_not_found')
      })

      it(`422 on ${platform} for an account whose credentials are gone`, async () => {
        const code = platform === 'whatsapp' ? 'reconnect_required' : 'connection_expired'
        rejected(await send(platform, { accountId: accounts[platform] }), 422, code)
      })
    }

    for (const platform of texts) {
      const { maxLength } = capabilities['messages.send.text'].cells[platform]
      it(`takes 1 to ${maxLength} code points and a recipient of 1 to 200 on ${platform}`, async () => {
        rejected(await send(platform, { text: 'a'.repeat(maxLength) }), 404, 'account_not_found')
        rejected(await send(platform, { text: '🍞'.repeat(maxLength) }), 404, 'account_not_found')
        rejected(await send(platform, { text: '🍞'.repeat(maxLength + 1) }), 400, 'invalid_request')
        rejected(await send(platform, { text: '' }), 400, 'invalid_request')
        rejected(await send(platform, { text: undefined }), 400, 'invalid_request')
        rejected(await send(platform, { recipient: '1'.repeat(200) }), 404, 'account_not_found')
        rejected(await send(platform, { recipient: '1'.repeat(201) }), 400, 'invalid_request')
      })
    }

    it('takes E.164 numbers, names and languages of templates, and up to 20 values on whatsapp', async () => {
      const values = (count: number) => ({ template: { ...template, bodyParameters: Array(count).fill('a') } })
      for (const good of [
        { recipient: '14155550199' },
        { recipient: 'US.13491208655302741918' },
        { recipient: 'US.ENT.13491208655302741918' },
        values(0),
        values(20),
        { template: { name: 'a_1', language: 'de' } },
      ]) {
        rejected(await send('whatsapp', good), 404, 'account_not_found')
      }
      for (const bad of [
        { recipient: '+1 415 555' },
        { recipient: 'USA.13491208655302741918' },
        { recipient: 'US.' },
        { recipient: '@name' },
        { recipient: '+0155550199' },
        values(21),
        { template: { name: 'Order', language: 'en_US' } },
        { template: { name: 'order-update', language: 'en_US' } },
        { template: { name: 'order_update' } },
        { template: { language: 'en_US' } },
        { template: { ...template, bodyParameters: 'Ada' } },
        { template: undefined },
        { template: undefined, text: 'Hi' },
      ]) {
        rejected(await send('whatsapp', bad), 400, 'invalid_request')
      }
    })

    it('413 for a body over 1 MiB', async () => {
      rejected(await send('instagram', { text: 'a'.repeat(1_048_577) }), 413, 'invalid_request')
    })

    it('415 for anything but JSON', async () => {
      const options = { json: undefined, body: 'platform=instagram', headers: { 'content-type': 'text/plain' } }
      rejected(await gateway.ask('POST', '/api/v1/messages', options), 415, 'unsupported_media_type')
    })

    const outcomes: [ErrorCode, number, (typeof able)[number]][] = [
      ['window_closed', 409, 'instagram'],
      ['page_not_selected', 409, 'facebook'],
      ['missing_permission', 403, 'facebook'],
      ['connection_expired', 422, 'facebook'],
      ['provider_not_configured', 422, 'instagram'],
      ['provider_rejected', 422, 'instagram'],
      ['setup_incomplete', 422, 'whatsapp'],
      ['provider_error', 502, 'whatsapp'],
      ['database_error', 502, 'whatsapp'],
    ]
    for (const [code, status, platform] of outcomes) {
      it(`${status} ${code} on ${platform}, as the service says`, async () => {
        thrown = new ServiceError(code)
        rejected(await send(platform, { accountId: accounts[platform] }), status, code)
      })
    }

    it('422 reconnect_required on whatsapp', async () => {
      thrown = new ServiceError('reconnect_required', undefined, { status: 422 })
      rejected(await send('whatsapp', { accountId: accounts.whatsapp }), 422, 'reconnect_required')
    })

    it('502 names the message while nobody knows whether it was sent', async () => {
      const details = { messageId: absent, status: 'unknown' }
      thrown = new ServiceError('provider_error', undefined, { details })
      const reply = await send('whatsapp', { accountId: accounts.whatsapp })
      rejected(reply, 502, 'provider_error')
      expect(reply.body.error.details).to.deep.equal(details)
    })
  })

  describe('POST /profiles/{profileId}/whatsapp-signup', () => {
    const start = (
      json: object = {},
      { profileId = gateway.installation.profileId, ...options }: Ask & { profileId?: string } = {},
    ) => gateway.ask('POST', `/api/v1/profiles/${profileId}/whatsapp-signup`, { json, ...options })

    it('401 without a key', async () => {
      rejected(await start({}, { authorization: null }), 401, 'unauthorized')
    })

    it('400 for a profile that is not a UUID, a field that is unknown and a redirect that is not allowed', async () => {
      rejected(await start({}, { profileId: '42' }), 400, 'invalid_request')
      rejected(await start({ colour: 'red' }), 400, 'invalid_request')
      rejected(await start({ redirectUrl: 7 }), 400, 'invalid_request')
      rejected(await start({ redirectUrl: 'https://nobody.example.com/' }), 400, 'invalid_redirect_uri')
      rejected(await start({ redirectUrl: 'http://nobody.example.com/' }), 400, 'invalid_redirect_uri')
    })

    it('404 for a profile of nobody', async () => {
      rejected(await start({}, { profileId: absent }), 404, 'profile_not_found')
    })

    it('405 for another method', async () => {
      const path = `/api/v1/profiles/${gateway.installation.profileId}/whatsapp-signup`
      rejected(await gateway.ask('GET', path), 405, 'method_not_allowed')
    })

    it('422 provider_not_configured without an app', async () => {
      rejected(await start(), 422, 'provider_not_configured')
    })

    it('needs no body, because all its fields are optional', async () => {
      const path = `/api/v1/profiles/${gateway.installation.profileId}/whatsapp-signup`
      rejected(await gateway.ask('POST', path), 422, 'provider_not_configured')
    })

    it('422 provider_not_supported by the operation that connects accounts of other networks', async () => {
      const path = `/api/v1/profiles/${gateway.installation.profileId}/connect`
      rejected(await gateway.ask('POST', path, { json: { platform: 'whatsapp' } }), 422, 'provider_not_supported')
    })
  })
})
