import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { expect } from 'chai'
import type { AppCall, StatusChange } from '../../src/index.ts'
import type { WhatsAppCall } from '../../src/whatsapp/client.ts'
import { parseCredentials } from '../../src/whatsapp/credentials.ts'
import { whatsappSignup } from '../../src/whatsapp/signup/port.ts'
import { whatsappTemplates } from '../../src/whatsapp/templates.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { callFor, failureOf } from '../fake-call.ts'
import { startGateway } from './gateway.ts'
import { app, appCall, open, sendCall, writeId } from './network.ts'

describe('whatsapp against the sandbox', function () {
  this.timeout(900_000)
  let sandbox: Sandbox
  let outbound: Outbound
  let call: AppCall
  let gateway: ReturnType<typeof startGateway>
  let gatewayUrl: string

  before(async () => {
    gateway = startGateway(() => call)
    await once(gateway.server, 'listening')
    gatewayUrl = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`
    sandbox = await startSandbox({ gatewayUrl, networks: networksNamed(['whatsapp']) })
    outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
    const set = (name: string) => sandbox.environment[`WHATSAPP_${name}`] ?? ''
    const hosts = { graph: set('HOST_GRAPH'), web: set('HOST_WEB'), sdk: set('HOST_SDK') }
    const secrets = {
      clientId: set('CLIENT_ID'),
      clientSecret: set('CLIENT_SECRET'),
      verifyToken: set('VERIFY_TOKEN'),
      signupConfigId: set('SIGNUP_CONFIG_ID'),
    }
    call = appCall({ app: { ...app, hosts, secrets }, outbound, now: () => new Date() })
  })

  after(async () => {
    await sandbox.close()
    await outbound.close()
    gateway.server.closeAllConnections()
    gateway.server.close()
  })

  const ask = <Result>(path: string, body: object) => askSandbox<Result>(sandbox, path, { body })

  const person = <Result>(what: string, body: object = {}) =>
    ask<Result>(`/person/${what}`, { network: 'whatsapp', ...body })

  /** The dialog alone: what our page is told. */
  async function dialog(
    asked: object = {},
  ): Promise<{ code: string; businessAccountId: string; numberId: string | null }> {
    const authorizationUrl = `${gatewayUrl}/connect/whatsapp?session=1`
    await person('consent', { authorizationUrl, decision: 'approve', ...asked })
    const posted = gateway.signups.at(-1)
    if (!posted) throw new Error('the page was told nothing')
    const { code, data } = posted
    return { code, businessAccountId: data['waba_id'] ?? '', numberId: data['phone_number_id'] ?? null }
  }

  async function signedUp(asked: object = {}, pin = '123456') {
    const { code, businessAccountId, numberId: reported } = await dialog(asked)
    const { token } = await whatsappSignup.exchange(call, { code })
    const target = { token, businessAccountId }
    const { scopes, numbers } = await whatsappSignup.check(call, target)
    const numberId = reported ?? numbers.find(({ isInApp }) => isInApp)?.id ?? ''
    await whatsappSignup.subscribe(call, target)
    const before = await whatsappSignup.readNumber(call, { ...target, numberId })
    if (before.isVerified && !before.isReady) await whatsappSignup.register(call, { ...target, numberId, pin })
    const number = await whatsappSignup.readNumber(call, { ...target, numberId })
    const credentials = parseCredentials(whatsappSignup.credentials({ ...target, numberId, pin }))
    const account: WhatsAppCall = callFor(call, {
      providerId: numberId,
      displayIdentifier: number.displayNumber,
      credentials,
      scopes,
    })
    return { target, numberId, before, number, account }
  }

  const begun = whatsappTemplates.send.begin({ writeId, items: 1, now: new Date(), random: () => new Uint8Array() })

  async function send(account: WhatsAppCall, template: Parameters<typeof sendCall>[0]): Promise<string> {
    const sending = sendCall(template, account)
    const state = await whatsappTemplates.send.commit(sending, begun, 'message')
    const step = await whatsappTemplates.send.advance(sending, state)
    if (step.kind !== 'done') throw new Error(step.kind)
    return step.result.providerId
  }

  const order = { name: 'order_update', bodyParameters: ['Ada', '#123'] }

  function statusesOf(wanted: (status: StatusChange) => boolean, count: number): Promise<string[]> {
    return gateway.until(({ statuses }) => {
      const found = statuses.filter(wanted).map(({ status }) => status)
      return found.length < count ? undefined : found
    })
  }

  describe('sign-up', () => {
    it('registers a number and can be repeated', async () => {
      const first = await signedUp()
      expect(first.before).to.include({ isVerified: true, isReady: false })
      expect(first.number).to.include({ id: first.numberId, isReady: true, displayName: 'Lindqvist Bakery' })
      expect(first.number.displayNumber).to.match(/^\+1 555/)
      const { target, numberId } = first
      await whatsappSignup.register(call, { ...target, numberId, pin: '123456' })
      await whatsappSignup.subscribe(call, target)
      expect(await failureOf(whatsappSignup.register(call, { ...target, numberId, pin: '654321' }))).to.include({
        code: 'setup_incomplete',
      })
    })

    it('leaves a number that is not verified, or that is in the app, as it is', async () => {
      const unverified = await signedUp({ as: 'ferrer.outdoor', number: 'unverified' })
      expect(unverified.number).to.include({ isVerified: false, isReady: false })
      const { target, numberId } = unverified
      expect(await failureOf(whatsappSignup.register(call, { ...target, numberId, pin: '123456' }))).to.include({
        code: 'setup_incomplete',
      })
      expect(await failureOf(send(unverified.account, order))).to.include({ code: 'setup_incomplete', status: 422 })
      const { before } = await signedUp({ as: 'ferrer.outdoor', number: 'coexistence' })
      expect(before).to.include({ isVerified: true, isReady: true, isInApp: true })
    })

    it('takes a code once, and no ids but those of the business', async () => {
      const mine = await dialog({ as: 'sato.ceramics' })
      const { token } = await whatsappSignup.exchange(call, mine)
      expect(await failureOf(whatsappSignup.exchange(call, mine))).to.include({ code: 'provider_error' })
      const { businessAccountId, numberId: reported } = await dialog({ as: 'ferrer.outdoor' })
      const numberId = reported ?? ''
      const foreign = { token, businessAccountId }
      for (const step of [
        whatsappSignup.check(call, foreign),
        whatsappSignup.subscribe(call, foreign),
        whatsappSignup.readNumber(call, { token, businessAccountId: mine.businessAccountId, numberId }),
        whatsappSignup.register(call, { ...foreign, numberId, pin: '123456' }),
      ]) {
        expect(await failureOf(step)).to.include({ code: 'missing_scope' })
      }
    })
  })

  describe('templates', () => {
    it('are accepted, and what becomes of them comes with our id', async () => {
      const { account, numberId } = await signedUp()
      const providerId = await send(account, order)
      const found = await statusesOf((status) => status.providerId === providerId, 3)
      expect(found).to.deep.equal(['sent', 'delivered', 'read'])
      const [status] = gateway.events.statuses.filter((one) => one.providerId === providerId)
      expect(status).to.include({ accountProviderId: numberId, writeId, error: null })
    })

    it('are decided by webhook when the response is lost', async () => {
      const { account } = await signedUp()
      await ask('/faults', { network: 'whatsapp', operation: 'messages.send', fault: 'accept-then-drop', times: 1 })
      const known = new Set(gateway.events.statuses.map(({ providerId }) => providerId))
      expect(await failureOf(send(account, order))).to.include({ outcome: 'indeterminate' })
      expect(await whatsappTemplates.send.reconcile(sendCall(order, account), begun, open)).to.include({
        kind: 'undecidable',
      })
      const [first] = await statusesOf((status) => status.writeId === writeId && !known.has(status.providerId), 1)
      expect(first).to.equal('sent')
    })

    it('may fail after they were accepted', async () => {
      const { account } = await signedUp()
      await person('delivery', { sequence: ['failed'], errorCode: 131049 })
      const providerId = await send(account, order)
      await statusesOf((status) => status.providerId === providerId, 1)
      await person('delivery', {})
      const [status] = gateway.events.statuses.filter((one) => one.providerId === providerId)
      expect(status).to.include({ status: 'failed' })
      expect(status?.error).to.include({ code: '131049' })
    })

    const wrongValues = { code: 'provider_rejected', status: 422 }
    const notSendable = { code: 'provider_error', status: 502 }
    const rejected: [string, object, object][] = [
      ['no_such_template', {}, notSendable],
      ['order_update', { bodyParameters: ['one'] }, wrongValues],
      ['order_update', { bodyParameters: ['Ada', '#123'], language: 'fr' }, notSendable],
      ['summer_sale', {}, notSendable],
      ['old_offer', {}, notSendable],
      ['new_offer', {}, notSendable],
      ['appointment_reminder', { bodyParameters: ['a', 'b'] }, wrongValues],
    ]
    for (const [name, over, expected] of rejected) {
      it(`are rejected: ${name} ${JSON.stringify(over)}`, async () => {
        const { account } = await signedUp()
        expect(await failureOf(send(account, { name, ...over }))).to.include({
          ...expected,
          outcome: 'rejected',
        })
      })
    }

    it('need a payment method', async () => {
      const { account } = await signedUp({ as: 'diallo.tailoring' })
      expect(await failureOf(send(account, order))).to.include({ code: 'setup_incomplete', status: 422 })
    })

    it('need access that was not revoked', async () => {
      const { account } = await signedUp({ as: 'sato.ceramics' })
      await ask('/faults', {
        network: 'whatsapp',
        operation: 'messages.send',
        fault: 'revoke-token',
        as: 'sato.ceramics',
        times: 1,
      })
      expect(await failureOf(send(account, order))).to.include({ code: 'reconnect_required', status: 422 })
    })
  })

  describe('webhooks', () => {
    it('bring what people write, of whatever type', async () => {
      const { numberId } = await signedUp()
      const types = ['text', 'image', 'button', 'interactive', 'location', 'reaction', 'sticker', 'unsupported']
      for (const type of types) {
        const { ids } = await person<{ ids: string[] }>('message', { to: numberId, type, text: 'Rye, please' })
        const found = await gateway.until(({ messages }) => messages.find(({ providerId }) => providerId === ids[0]))
        const hasWords = ['text', 'button', 'interactive'].includes(type)
        expect(found, type).to.include({
          accountProviderId: numberId,
          type: type === 'text' ? 'text' : 'unsupported',
          body: hasWords ? 'Rye, please' : '',
          sender: '+16505551234',
        })
      }
    })

    it('name a person whose number is hidden by the user id', async () => {
      const { numberId } = await signedUp()
      const { ids, sender } = await person<{ ids: string[]; sender: string }>('message', { to: numberId, as: 'bsuid' })
      const found = await gateway.until(({ messages }) => messages.find(({ providerId }) => providerId === ids[0]))
      expect(found.sender).to.equal(sender).and.match(/^US\./)
    })

    it('are rejected with any other signature', async () => {
      const { numberId } = await signedUp()
      for (const [signature, status] of [
        ['valid', 200],
        ['wrong', 401],
        ['absent', 401],
        ['other-app', 401],
      ]) {
        const sent = await person<{ delivered: number[] }>('webhook', { to: numberId, updates: 1, signature })
        expect(sent.delivered, String(signature)).to.deep.equal([status])
      }
    })

    it('report templates, quality and revoked access', async () => {
      const { numberId, target } = await signedUp({ as: 'ferrer.outdoor' })
      await person('template-status', { name: 'order_update', status: 'PAUSED', as: 'ferrer.outdoor' })
      await person('quality', { to: numberId, quality: 'RED' })
      await person('account-update', { event: 'PARTNER_REMOVED', waba: target.businessAccountId })
      const told = gateway.events.account.map(({ kind, event, subject }) => [kind, event, subject])
      expect(told).to.deep.include(['template', 'paused', 'order_update'])
      expect(told.find(([kind]) => kind === 'quality')?.slice(0, 2)).to.deep.equal(['quality', 'flagged'])
      expect(told).to.deep.include(['revoked', 'partner_removed', null])
      const ids = gateway.events.account.map(({ businessAccountId }) => businessAccountId)
      expect(new Set(ids)).to.deep.equal(new Set([target.businessAccountId]))
    })

    it('end with the subscription', async () => {
      const { account, numberId } = await signedUp()
      await whatsappSignup.revoke(call, account.account.credentials)
      const sent = await person<{ delivered: number[] }>('message', { to: numberId })
      expect(sent.delivered).to.deep.equal([])
    })
  })
})
