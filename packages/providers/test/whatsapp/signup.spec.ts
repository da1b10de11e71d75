import { expect } from 'chai'
import nock from 'nock'
import { graphSample } from '../../src/meta/errors.ts'
import { parseCredentials } from '../../src/whatsapp/credentials.ts'
import { deregisterDialect, exchangeDialect, registerDialect, stepDialect } from '../../src/whatsapp/signup/errors.ts'
import { whatsappSignup } from '../../src/whatsapp/signup/port.ts'
import { everyRule, judge } from '../error-table.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import type { Sample } from '../fake-response.ts'
import { businessAccountId, numberId } from './events.ts'
import { appCall, credentials, graph } from './network.ts'

const target = { token: 'EAA.business', businessAccountId }
const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** @see https://developers.facebook.com/docs/graph-api/reference/debug_token (read 2026-11-20) */
function inspected(over: object = {}): nock.Scope {
  const data = {
    app_id: 'wa-app',
    type: 'SYSTEM_USER',
    is_valid: true,
    user_id: '122100',
    expires_at: 0,
    scopes,
    granular_scopes: scopes.map((scope) => ({ scope, target_ids: ['900', businessAccountId] })),
    ...over,
  }
  return nock(graph)
    .get('/v25.0/debug_token')
    .query({ input_token: 'EAA.business', access_token: 'wa-app|wa-secret' })
    .reply(200, { data })
}

/**
 * The entry of debug_token since June 2026, which no longer names the business account.
 * @see https://github.com/chatwoot/chatwoot/issues/14690 (read 2026-11-23)
 */
const withoutAccount = [{ scope: 'whatsapp_business_manage_events', target_ids: [businessAccountId] }]

/** @see https://github.com/facebook/openapi (read 2026-11-20) */
const listed = (over: object): object => ({
  id: numberId,
  display_phone_number: '+1 555-078-3881',
  verified_name: 'Lindqvist Bakery',
  code_verification_status: 'VERIFIED',
  status: 'CONNECTED',
  ...over,
})

const listedFields =
  'id,display_phone_number,verified_name,code_verification_status,status,quality_rating,is_on_biz_app'

function numbers(data: object[]): nock.Scope {
  return nock(graph)
    .get(`/v25.0/${businessAccountId}/phone_numbers`)
    .query((query) => query['fields'] === listedFields)
    .matchHeader('authorization', 'Bearer EAA.business')
    .reply(200, { data })
}

function noNumbers(sample: Sample): nock.Scope {
  return nock(graph)
    .get(`/v25.0/${businessAccountId}/phone_numbers`)
    .query(true)
    .reply(sample.status, sample.body as object)
}

describe('whatsapp sign-up', () => {
  intercept()

  describe('outcome', () => {
    const ids = { waba_id: '77', phone_number_id: '1065', business_id: '1' }
    const outcome = (event: string, data: Record<string, string>, code: string | null = 'AQ1') =>
      whatsappSignup.outcome({ event, code, data })
    const claim = { code: 'AQ1', businessAccountId: '77', numberId: '1065', staysInApp: false }

    it('has the ids that the dialog reports', () => {
      expect(outcome('FINISH', ids)).to.deep.equal({ kind: 'finished', claim })
      expect(outcome('FINISH_ONLY_WABA', { waba_id: '77' })).to.deep.equal({
        kind: 'finished',
        claim: { ...claim, numberId: null },
      })
    })

    /**
     * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users
     *   (read 2026-11-23)
     */
    it('knows that a number stays in the app, which is reported by the business account alone', () => {
      const event = 'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING'
      const staying = { ...claim, numberId: null, staysInApp: true }
      expect(outcome(event, { waba_id: '77' })).to.deep.equal({ kind: 'finished', claim: staying })
      expect(outcome(event, ids)).to.deep.equal({ kind: 'finished', claim: { ...staying, numberId: '1065' } })
    })

    it('takes no ids but digits, and needs the code and the business account', () => {
      expect(outcome('FINISH', { ...ids, waba_id: '77/../9' }).kind).to.equal('failed')
      expect(outcome('FINISH', ids, null).kind).to.equal('failed')
      expect(outcome('CANCEL', { current_step: 'X' }, null).kind).to.equal('cancelled')
    })
  })

  describe('exchange', () => {
    /** @see https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/implementation (read 2026-11-20) */
    function exchanged(status: number, body: unknown): nock.Scope {
      return nock(graph)
        .get('/v25.0/oauth/access_token')
        .query({ client_id: 'wa-app', client_secret: 'wa-secret', code: 'AQ1' })
        .reply(status, body as object)
    }

    it('gives a token without end', async () => {
      exchanged(200, { access_token: 'EAA.business', token_type: 'bearer' })
      expect(await whatsappSignup.exchange(appCall(), { code: 'AQ1' })).to.deep.equal({
        token: 'EAA.business',
        expiresAt: null,
      })
    })

    it('says when a token ends', async () => {
      exchanged(200, { access_token: 'EAA.business', expires_in: 5_184_000 })
      const { expiresAt } = await whatsappSignup.exchange(appCall(), { code: 'AQ1' })
      expect(expiresAt).to.deep.equal(new Date(now.getTime() + 5_184_000_000))
    })

    it('fails with a code that was used or is too old', async () => {
      const { status, body } = graphSample(100, { error_subcode: 36009 })
      exchanged(status, body)
      const failure = await failureOf(whatsappSignup.exchange(appCall(), { code: 'AQ1' }))
      expect(failure).to.include({ code: 'provider_error' })
      expect(failure['message']).to.match(/already used/)
    })

    it('needs the app of the deployment', async () => {
      const call = appCall()
      const app = { ...call.app, secrets: {} }
      expect(await failureOf(whatsappSignup.exchange({ ...call, app }, { code: 'AQ1' }))).to.include({
        code: 'provider_not_configured',
      })
    })
  })

  describe('check', () => {
    const number = {
      id: numberId,
      displayNumber: '+1 555-078-3881',
      displayName: 'Lindqvist Bakery',
      isVerified: true,
      isReady: true,
      isInApp: false,
      quality: null,
    }

    it('returns the scopes and numbers of a token that can read the business account', async () => {
      inspected({ expires_at: 1_800_000_000 })
      numbers([listed({}), listed({ id: '901', is_on_biz_app: true })])
      expect(await whatsappSignup.check(appCall(), target)).to.deep.equal({
        scopes,
        expiresAt: new Date(1_800_000_000_000),
        grantedBy: '122100',
        numbers: [number, { ...number, id: '901', isInApp: true }],
      })
    })

    const shapes: [string, object][] = [
      ['names another scope, as since June 2026', { granular_scopes: withoutAccount }],
      ['has no targets', { granular_scopes: scopes.map((scope) => ({ scope })) }],
      ['is missing', { granular_scopes: undefined }],
    ]
    for (const [name, over] of shapes) {
      it(`is satisfied by the numbers where granular_scopes ${name}`, async () => {
        inspected(over)
        numbers([listed({})])
        expect(await whatsappSignup.check(appCall(), target)).to.deep.include({ scopes, numbers: [number] })
      })
    }

    const insufficient: [string, object][] = [
      ['that has ended', { is_valid: false }],
      ['without the permission to send', { scopes: ['whatsapp_business_management'] }],
      ['without the permission to manage', { scopes: ['whatsapp_business_messaging'] }],
    ]
    for (const [name, over] of insufficient) {
      it(`throws missing_scope for a token ${name}, and reads nothing`, async () => {
        inspected(over)
        expect(await failureOf(whatsappSignup.check(appCall(), target))).to.include({ code: 'missing_scope' })
      })
    }

    for (const [name, over] of [['named', {}], ...shapes] as const) {
      it(`throws missing_scope for the business account of somebody else, granular_scopes: ${name}`, async () => {
        for (const sample of [
          graphSample(100, { error_subcode: 33 }),
          graphSample(200, { status: 403 }),
          graphSample(10, { status: 403 }),
        ]) {
          inspected(over)
          noNumbers(sample)
          expect(await failureOf(whatsappSignup.check(appCall(), target))).to.include({ code: 'missing_scope' })
        }
      })
    }
  })

  describe('subscription', () => {
    for (const [name, method] of [
      ['subscribe', 'POST'],
      ['unsubscribe', 'DELETE'],
    ] as const) {
      it(`${name} is one call for the business account`, async () => {
        nock(graph)
          .intercept(`/v25.0/${businessAccountId}/subscribed_apps`, method)
          .query(true)
          .matchHeader('authorization', 'Bearer EAA.business')
          .reply(200, { success: true })
        await whatsappSignup[name](appCall(), target)
      })
    }

    /** @see https://github.com/facebook/openapi (read 2026-11-22) */
    const apps = (...ids: string[]) =>
      nock(graph)
        .get(`/v25.0/${businessAccountId}/subscribed_apps`)
        .query(({ access_token, ...others }) => !('fields' in others))
        .reply(200, { data: ids.map((id) => ({ whatsapp_business_api_data: { id, name: 'App' } })) })

    it('knows its own app among those that are subscribed', async () => {
      apps('another-app', 'wa-app')
      expect(await whatsappSignup.isSubscribed(appCall(), target)).to.equal(true)
    })

    it('is missing where only other apps are subscribed, or none', async () => {
      apps('another-app')
      expect(await whatsappSignup.isSubscribed(appCall(), target)).to.equal(false)
      apps()
      expect(await whatsappSignup.isSubscribed(appCall(), target)).to.equal(false)
    })

    it('ends with the stored connection', async () => {
      nock(graph).delete(`/v25.0/${businessAccountId}/subscribed_apps`).query(true).reply(200, { success: true })
      await whatsappSignup.revoke(appCall(), credentials)
    })

    it('fails where access was withdrawn', async () => {
      const { status, body } = graphSample(100, { error_subcode: 33 })
      nock(graph)
        .post(`/v25.0/${businessAccountId}/subscribed_apps`)
        .query(true)
        .reply(status, body as object)
      expect(await failureOf(whatsappSignup.subscribe(appCall(), target))).to.include({ code: 'missing_scope' })
    })
  })

  describe('number', () => {
    const states: [object, object][] = [
      [{}, { isVerified: true, isReady: true }],
      [{ quality_rating: 'GREEN' }, { isVerified: true, isReady: true }],
      [{ quality_rating: 'UNKNOWN' }, { isVerified: true, isReady: true }],
      [{ quality_rating: 'RED' }, { isVerified: true, isReady: true, quality: 'red' }],
      [
        { status: 'LINKED', code_verification_status: 'EXPIRED' },
        { isVerified: true, isReady: true },
      ],
      [{ status: 'UNLINKED' }, { isVerified: true, isReady: false }],
      [
        { status: 'PENDING', code_verification_status: 'NOT_VERIFIED' },
        { isVerified: false, isReady: false },
      ],
    ]
    for (const [over, wanted] of states) {
      it(`${JSON.stringify(over)} is ${JSON.stringify(wanted)}`, async () => {
        numbers([listed({ id: '900' }), listed(over)])
        expect(await whatsappSignup.readNumber(appCall(), { ...target, numberId })).to.deep.equal({
          id: numberId,
          displayNumber: '+1 555-078-3881',
          displayName: 'Lindqvist Bakery',
          quality: null,
          isInApp: false,
          ...wanted,
        })
      })
    }

    it('of another business account is missing_scope', async () => {
      numbers([listed({ id: '900' })])
      const read = whatsappSignup.readNumber(appCall(), { ...target, numberId })
      expect(await failureOf(read)).to.include({ code: 'missing_scope' })
    })

    function registering(status: number, body: object): Promise<void> {
      nock(graph)
        .post(`/v25.0/${numberId}/register`, { messaging_product: 'whatsapp', pin: '123456' })
        .query(true)
        .reply(status, body)
      return whatsappSignup.register(appCall(), { ...target, numberId, pin: '123456' })
    }

    it('is registered with its PIN', async () => {
      await registering(200, { success: true })
    })

    /** @see https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account-to-number-current-status/deregister (read 2026-11-23) */
    const deregistering = (status = 200, body: object = { success: true }) =>
      nock(graph)
        .post(`/v25.0/${numberId}/deregister`, '')
        .query(true)
        .matchHeader('authorization', 'Bearer EAA.business')
        .reply(status, body)
    const deregister = (over: object = {}) => whatsappSignup.deregister?.(appCall(), { ...credentials, ...over })

    it('is deregistered with the stored connection', async () => {
      numbers([listed({ id: '900' }), listed({})])
      deregistering()
      expect(await deregister()).to.equal(true)
    })

    it('is left alone where it stays in the app, is not registered, is gone, or never was', async () => {
      numbers([listed({ is_on_biz_app: true })])
      expect(await deregister()).to.equal(false)
      numbers([listed({ status: 'DISCONNECTED' })])
      expect(await deregister()).to.equal(false)
      numbers([listed({ id: '900' })])
      expect(await deregister()).to.equal(false)
      expect(await deregister({ numberId: null })).to.equal(false)
    })

    it('fails to be deregistered too often', async () => {
      const { status, body } = graphSample(133016)
      numbers([listed({})])
      deregistering(status, body as object)
      const failure = await failureOf(Promise.resolve(deregister()))
      expect(failure).to.include({ code: 'setup_incomplete', outcome: 'rejected' })
    })

    it('is not said to be unregistered where it cannot be deregistered', async () => {
      const { status, body } = graphSample(133006)
      numbers([listed({})])
      deregistering(status, body as object)
      const failure = await failureOf(Promise.resolve(deregister()))
      expect(failure).to.include({ code: 'provider_error', outcome: 'rejected' })
      expect(failure.message).not.to.include('cannot be registered')
    })

    for (const code of [133000, 133005, 133006, 133016]) {
      it(`is not registered with ${code}, which leaves the setup incomplete`, async () => {
        const { status, body } = graphSample(code)
        expect(await failureOf(registering(status, body as object))).to.include({
          code: 'setup_incomplete',
          outcome: 'rejected',
        })
      })
    }
  })

  describe('templates', () => {
    const listed = (statuses: string[]) =>
      nock(graph)
        .get(`/v25.0/${businessAccountId}/message_templates`)
        .query(({ fields, status }) => fields === 'status' && status === 'APPROVED')
        .matchHeader('authorization', 'Bearer EAA.business')
        .reply(200, { data: statuses.map((status, index) => ({ id: String(index), status })) })

    it('are there when one is approved', async () => {
      listed(['APPROVED'])
      expect(await whatsappSignup.hasTemplate(appCall(), target)).to.equal(true)
    })

    it('are not there when none is, even if the filter is ignored', async () => {
      listed(['PENDING', 'REJECTED'])
      expect(await whatsappSignup.hasTemplate(appCall(), target)).to.equal(false)
      listed([])
      expect(await whatsappSignup.hasTemplate(appCall(), target)).to.equal(false)
    })
  })

  it('stores what the adapter reads again', () => {
    const { token, pin } = credentials
    const stored = whatsappSignup.credentials({ token, businessAccountId, numberId, pin })
    expect(parseCredentials(stored)).to.deep.equal(credentials)
    const without = whatsappSignup.credentials({ token, businessAccountId, numberId: null, pin: null })
    expect(parseCredentials(without)).to.deep.equal({ ...credentials, numberId: null, pin: null })
  })

  for (const [name, dialect] of Object.entries({ exchangeDialect, stepDialect, registerDialect, deregisterDialect })) {
    everyRule(name, { rules: dialect.rules, judged: (sample: Sample) => judge(dialect, sample) })
  }
})
