import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type ApiResponse, startWhole, type Whole } from './whole.ts'

interface Number_ {
  id: string
  registered: boolean
  pin: string | null
}

describe('whatsapp, from the sign-up to a delivered template', () => {
  let whole: Whole
  let accountId: string
  let numberId: string

  before(async () => {
    // A message whose response was lost is known by its webhook, which is late on a busy machine.
    whole = await startWhole({ networks: ['whatsapp'], env: { SETTLE_SCALE: '0.5' } })
    await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
  })
  after(() => whole.close())

  const start = (body: object = {}, profileId = whole.profileId) =>
    whole.call('POST', `/profiles/${profileId}/whatsapp-signup`, body)

  async function signUp(consent: object = {}, profileId = whole.profileId): Promise<ApiResponse['body']> {
    const started = await start({}, profileId)
    expect(started.status, JSON.stringify(started.body)).to.equal(201)
    const { authorizationUrl, connectionSessionId } = started.body
    await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve', ...consent })
    return (await whole.call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)).body
  }

  async function newProfile(name: string): Promise<string> {
    return (await whole.call('POST', '/profiles', { name })).body.id
  }

  const account = async (id: string, profileId = whole.profileId) =>
    (await whole.call('GET', `/profiles/${profileId}/accounts/${id}`)).body

  async function numbers(): Promise<Number_[]> {
    return (await whole.sandboxCall('GET', '/state/whatsapp')).body.numbers
  }

  /** Reads messages until what is looked for is there. */
  async function until(found: (messages: ApiResponse['body'][]) => boolean): Promise<ApiResponse['body'][]> {
    for (;;) {
      const { body } = await whole.call('GET', `/messages?accountId=${accountId}`)
      if (found(body.messages)) return body.messages
      await sleep(100)
    }
  }

  const template = { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', '#123'] }
  const send = (body: object = {}) =>
    whole.call('POST', '/messages', { platform: 'whatsapp', accountId, recipient: '+14155550199', template, ...body })

  it('starts with a session and a Carillon page, which requires no key', async () => {
    const { status, body } = await start({ redirectUrl: 'https://app.example.com/done' })
    expect(status).to.equal(201)
    expect(body).to.include({ platform: 'whatsapp', status: 'pending', profileId: whole.profileId })
    const url = new URL(body.authorizationUrl)
    expect(`${url.origin}${url.pathname}`).to.equal(`${whole.gatewayUrl}/connect/whatsapp`)
    const page = await fetch(url)
    expect(page.status).to.equal(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).to.not.include('unsafe')
    expect(page.headers.get('cross-origin-opener-policy')).to.equal('same-origin-allow-popups')
    expect(await page.text())
      .to.include('Test')
      .and.to.include('sdk.js')
    const script = await fetch(`${whole.gatewayUrl}/connect/whatsapp/script.js`)
    expect([script.status, script.headers.get('content-type')]).to.deep.equal([200, 'text/javascript; charset=utf-8'])
  })

  it('rejects a sign-up by the connect operation, and redirects that are not allowed', async () => {
    const connect = await whole.call('POST', `/profiles/${whole.profileId}/connect`, { platform: 'whatsapp' })
    expect([connect.status, connect.body.error.code]).to.deep.equal([422, 'provider_not_supported'])
    const { status, body } = await start({ redirectUrl: 'https://evil.example.com/' })
    expect([status, body.error.code]).to.deep.equal([400, 'invalid_redirect_uri'])
  })

  it('fails when the business cancels', async () => {
    const session = await signUp({ decision: 'deny' })
    expect(session).to.deep.include({ status: 'failed', accountIds: [] })
    expect(session.error.code).to.equal('missing_scope')
  })

  it('takes a report once, and none that is malformed', async () => {
    const { body } = await start({ redirectUrl: 'https://app.example.com/done' })
    const session = new URL(body.authorizationUrl).searchParams.get('session')
    const post = async (json: unknown, type = 'application/json') => {
      const response = await fetch(`${whole.gatewayUrl}/connect/whatsapp`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof json === 'string' ? json : JSON.stringify(json),
      })
      return { status: response.status, body: (await response.json()) as ApiResponse['body'] }
    }
    for (const bad of [
      '{',
      [],
      { session },
      { session, event: 'FINISH', code: 1 },
      { session, event: 'FINISH', data: [] },
    ]) {
      expect((await post(bad)).status, JSON.stringify(bad)).to.equal(400)
    }
    expect((await post('session=1', 'text/plain')).status).to.equal(415)
    expect((await post({ session: 'unknown', event: 'CANCEL', code: null, data: {} })).status).to.equal(404)
    const report = {
      session,
      event: 'FINISH',
      code: 'x',
      data: { waba_id: '1', phone_number_id: null, more: [1] },
      also: 1,
    }
    const taken = await post(report)
    expect(taken.status).to.equal(200)
    expect(Object.keys(taken.body)).to.deep.equal(['status', 'redirectUrl'])
    expect(taken.body.status).to.equal('failed')
    expect(taken.body.redirectUrl).to.match(/^https:\/\/app\.example\.com\/done\?connectionSessionId=.*status=failed/)
    const again = await post(report)
    expect([again.status, again.body.error.code]).to.deep.equal([404, 'connection_session_not_found'])
  })

  it('connects a number: checked, subscribed, registered', async () => {
    const session = await signUp()
    expect(session, JSON.stringify(session)).to.include({ status: 'completed', platform: 'whatsapp', error: null })
    accountId = session.accountIds[0]
    const connected = await account(accountId)
    expect(connected).to.include({ platform: 'whatsapp', status: 'connected' })
    expect(connected.setup).to.deep.equal({ state: 'ready', missing: [] })
    numberId = connected.providerId
    const number = (await numbers()).find(({ id }) => id === numberId)
    expect(number?.registered).to.equal(true)
    expect(connected.displayIdentifier).to.be.a('string').that.is.not.empty
    expect(connected.displayName).to.be.a('string').that.is.not.empty
    expect(JSON.stringify(connected)).to.not.include('token":').and.to.not.include(`"${number?.pin}"`)
  })

  it('renews the same number under its old id; another one is a conflict', async () => {
    const again = await signUp()
    expect(again.accountIds).to.deep.equal([accountId])
    expect((await account(accountId)).setup).to.deep.equal({ state: 'ready', missing: [] })
    const other = await signUp({ as: 'ferrer.outdoor' })
    expect([other.status, other.error.code]).to.deep.equal(['failed', 'whatsapp_number_conflict'])
    expect((await account(accountId)).providerId).to.equal(numberId)
  })

  it('connects a number that is not verified, and an account without a number', async () => {
    const one = await newProfile('Unverified')
    const unverified = await account(
      (await signUp({ as: 'ferrer.outdoor', number: 'unverified' }, one)).accountIds[0],
      one,
    )
    expect(unverified.providerId).to.be.a('string')
    expect(unverified.setup).to.deep.equal({ state: 'incomplete', missing: ['registration'] })
    const two = await newProfile('Without')
    const [id] = (await signUp({ as: 'sato.ceramics', number: 'none' }, two)).accountIds
    const without = await account(id, two)
    expect(without).to.include({ providerId: null, status: 'connected' })
    expect(without.setup).to.deep.equal({ state: 'incomplete', missing: ['number'] })
    const rejected = await send({ accountId: id })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([422, 'setup_incomplete'])
    const notRegistered = await send({ accountId: unverified.accountId })
    expect([notRegistered.status, notRegistered.body.error.code]).to.deep.equal([422, 'setup_incomplete'])
    const later = await signUp({ as: 'sato.ceramics' }, two)
    expect(later.accountIds).to.deep.equal([id])
    expect((await account(id, two)).setup).to.deep.equal({ state: 'ready', missing: [] })
  })

  it('continues a sign-up that the network has interrupted after the exchange', async () => {
    const profileId = await newProfile('Interrupted')
    const { authorizationUrl, connectionSessionId } = (await start({}, profileId)).body
    const fault = { network: 'whatsapp', operation: 'oauth.debug', fault: 'unavailable' }
    await whole.sandboxCall('POST', '/faults', fault)
    const consent = { authorizationUrl, decision: 'approve', as: 'diallo.tailoring' }
    await whole.sandboxCall('POST', '/person/consent', consent)
    const session = async () => (await whole.call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)).body
    expect(await session()).to.deep.include({ status: 'pending', accountIds: [], error: null })
    await whole.sandboxCall('DELETE', '/faults')
    while ((await session()).status === 'pending') await sleep(100)
    const { status, accountIds } = await session()
    expect(status).to.equal('completed')
    expect((await account(accountIds[0], profileId)).status).to.equal('connected')
  })

  it('says in its setup that the business has no payment method, until a template is delivered', async () => {
    const profileId = await newProfile('Unpaid')
    const [id] = (await signUp({ as: 'diallo.tailoring' }, profileId)).accountIds
    const rejected = await send({ accountId: id })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([422, 'setup_incomplete'])
    expect(rejected.body.error.details).to.deep.equal({ missing: ['payment'] })
    expect((await account(id, profileId)).setup).to.deep.equal({ state: 'incomplete', missing: ['payment'] })
    await whole.sandboxCall('POST', '/person/payment', { network: 'whatsapp', as: 'diallo.tailoring' })
    // Reports name whole seconds, and one of the second of the rejection shows nothing.
    while ((await account(id, profileId)).setup.state !== 'ready') {
      expect((await send({ accountId: id })).status).to.equal(201)
      await sleep(200)
    }
  })

  it('says in its setup that the network has restricted the account, until that is lifted', async () => {
    const profileId = await newProfile('Restricted')
    const [id] = (await signUp({ as: 'ferrer.outdoor' }, profileId)).accountIds
    const setup = async () => (await account(id, profileId)).setup
    const ferrer = { network: 'whatsapp', as: 'ferrer.outdoor' }
    await whole.sandboxCall('POST', '/person/account-update', { ...ferrer, event: 'ACCOUNT_RESTRICTION' })
    while ((await setup()).state === 'ready') await sleep(50)
    expect((await setup()).restriction).to.equal('account_restriction')
    // Events name whole seconds, and one of the same second does not lift a restriction.
    while ((await setup()).state !== 'ready') {
      await whole.sandboxCall('POST', '/person/account-update', { ...ferrer, event: 'PARTNER_ADDED' })
      await sleep(100)
    }
  })

  it('connects a number that stays in the WhatsApp Business app, of which the dialog reports the account alone', async () => {
    const profileId = await newProfile('In the app')
    const session = await signUp({ as: 'sato.ceramics', number: 'coexistence' }, profileId)
    expect(session.status, JSON.stringify(session.error)).to.equal('completed')
    const [id] = session.accountIds
    const connected = await account(id, profileId)
    expect(connected.setup).to.deep.equal({ state: 'ready', missing: [] })
    expect(connected.providerId).to.match(/^\d+$/)
    expect((await send({ accountId: id })).status).to.equal(201)
  })

  it('lets the user choose between two numbers that stay in the app', async () => {
    const profileId = await newProfile('Two in the app')
    const { authorizationUrl, connectionSessionId } = (await start({}, profileId)).body
    const consent = { authorizationUrl, decision: 'approve', as: 'sato.ceramics', number: 'coexistence-two' }
    const { finalUrl } = (await whole.sandboxCall('POST', '/person/consent', consent)).body
    const session = async () => (await whole.call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)).body
    expect(await session()).to.deep.include({ status: 'awaiting_selection', accountIds: [] })
    const page = await (await fetch(finalUrl)).text()
    const numbers = [...page.matchAll(/type="radio" name="chosen" value="(\d+)"/g)].map(([, number]) => number)
    expect(numbers).to.have.length(2)
    const form = new URLSearchParams({ chosen: numbers[1] ?? '' })
    const { origin } = new URL(finalUrl)
    expect((await fetch(finalUrl, { method: 'POST', body: form, headers: { origin } })).status).to.equal(200)
    const { status, accountIds } = await session()
    expect(status).to.equal('completed')
    const connected = await account(accountIds[0], profileId)
    expect([connected.providerId, connected.setup.state]).to.deep.equal([numbers[1], 'ready'])
    expect((await send({ accountId: accountIds[0] })).status).to.equal(201)
  })

  it('rejects the business account of somebody else, in both shapes of debug_token', async () => {
    const { wabas } = (await whole.sandboxCall('GET', '/state/whatsapp')).body
    const foreign = wabas.find(({ name }: { name: string }) => name === 'Ferrer Outdoor').id
    for (const namesAccounts of [false, true]) {
      await whole.sandboxCall('POST', '/whatsapp/app', { namesAccounts })
      const profileId = await newProfile(`Forged ${namesAccounts}`)
      const { authorizationUrl, connectionSessionId } = (await start({}, profileId)).body
      const session = new URL(authorizationUrl).searchParams.get('session')
      const popup = new URL(`${whole.sandbox.url}/whatsapp/v25.0/dialog/oauth`)
      const { app } = (await whole.sandboxCall('GET', '/state/whatsapp')).body
      for (const [name, value] of Object.entries({
        client_id: app.id,
        config_id: app.configId,
        response_type: 'code',
        override_default_response_type: 'true',
        origin: whole.gatewayUrl,
      })) {
        popup.searchParams.set(name, String(value))
      }
      const decided = new URLSearchParams({ decision: 'approve', as: 'sato.ceramics', number: 'ready' })
      const reported = await (await fetch(popup, { method: 'POST', body: decided })).text()
      const [, code] = /"code":"([^"]+)"/.exec(reported) ?? []
      expect(code).to.be.a('string')
      await fetch(`${whole.gatewayUrl}/connect/whatsapp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ session, event: 'FINISH', code, data: { waba_id: foreign } }),
      })
      const { body } = await whole.call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)
      expect(body).to.deep.include({ status: 'failed', accountIds: [] })
      expect(body.error.code).to.equal('missing_scope')
    }
    await whole.sandboxCall('POST', '/whatsapp/app', { namesAccounts: false })
  })

  it('sends a template, and lists what became of it', async () => {
    await whole.sandboxCall('POST', '/person/delivery', {
      network: 'whatsapp',
      sequence: ['sent', 'delivered', 'read'],
      shuffle: true,
      duplicate: true,
    })
    const { status, body } = await send()
    expect(status, JSON.stringify(body)).to.equal(201)
    expect(body).to.include({
      platform: 'whatsapp',
      accountId,
      profileId: whole.profileId,
      direction: 'outbound',
      type: 'template',
      recipient: '+14155550199',
      sender: null,
      status: 'sent',
      error: null,
    })
    expect(body.providerId).to.match(/^wamid\./)
    const messages = await until((all) => all.some(({ id, status: now }) => id === body.id && now === 'read'))
    expect(messages.filter(({ providerId }) => providerId === body.providerId)).to.have.length(1)
  })

  it('lists what customers write, whatever they write with', async () => {
    const { ids } = (
      await whole.sandboxCall('POST', '/person/message', { network: 'whatsapp', to: numberId, text: 'Hello 😀' })
    ).body
    const hidden = await whole.sandboxCall('POST', '/person/message', {
      network: 'whatsapp',
      to: numberId,
      as: 'bsuid',
      text: 'Hi',
    })
    const image = await whole.sandboxCall('POST', '/person/message', {
      network: 'whatsapp',
      to: numberId,
      type: 'image',
    })
    const wanted = [...ids, ...hidden.body.ids, ...image.body.ids]
    const messages = await until((all) => wanted.every((id) => all.some(({ providerId }) => providerId === id)))
    const of = (id: string) => messages.find(({ providerId }) => providerId === id)
    expect(of(ids[0])).to.include({
      direction: 'inbound',
      type: 'text',
      body: 'Hello 😀',
      status: 'received',
      recipient: null,
    })
    expect(of(hidden.body.ids[0]).sender).to.equal(hidden.body.sender)
    expect(of(image.body.ids[0])).to.include({ type: 'unsupported', body: '' })
    const times = messages.map(({ occurredAt }) => occurredAt)
    expect(times).to.deep.equal(times.toSorted())
  })

  it('has one spelling for a user in both directions, also where WhatsApp knows the number by another digit', async () => {
    const { app } = (await whole.sandboxCall('GET', '/state/whatsapp')).body
    expect(app.webhookUrl).to.be.a('string')
    for (const [written, known] of [
      ['+4915112345678', '+4915112345678'],
      ['4915112345678', '+4915112345678'],
      ['+5511987654321', '+551187654321'],
      ['+525512345678', '+5215512345678'],
      ['+541123456789', '+5491123456789'],
    ]) {
      const { status, body } = await send({ recipient: written })
      expect([status, body.recipient], written).to.deep.equal([201, known])
      const wrote = await whole.sandboxCall('POST', '/person/message', { network: 'whatsapp', to: numberId, as: known })
      const [id] = wrote.body.ids
      const messages = await until((all) => all.some(({ providerId }) => providerId === id))
      expect(messages.find(({ providerId }) => providerId === id).sender).to.equal(known)
      expect((await send({ recipient: known })).body.recipient).to.equal(known)
    }
  })

  it('sends to a user whose number is hidden, except what WhatsApp delivers to numbers alone', async () => {
    const wrote = await whole.sandboxCall('POST', '/person/message', { network: 'whatsapp', to: numberId, as: 'bsuid' })
    const recipient = wrote.body.sender
    const { status, body } = await send({ recipient })
    expect([status, body.recipient], JSON.stringify(body)).to.deep.equal([201, recipient])
    const code = await send({
      recipient,
      template: { name: 'login_code', language: 'en_US', bodyParameters: ['123456'] },
    })
    expect([code.status, code.body.error.code]).to.deep.equal([422, 'provider_rejected'])
    expect(code.body.error.message).to.contain('needs a phone number as recipient')
  })

  it('reads no network for the list', async () => {
    const since = new Date().toISOString()
    const before = (await whole.sandboxCall('GET', `/journal?network=whatsapp&since=${since}`)).body
    await whole.call('GET', `/messages?accountId=${accountId}`)
    expect((await whole.sandboxCall('GET', `/journal?network=whatsapp&since=${since}`)).body).to.deep.equal(before)
  })

  it('shows a failure that is reported later', async () => {
    await whole.sandboxCall('POST', '/person/delivery', {
      network: 'whatsapp',
      sequence: ['failed'],
      errorCode: 131026,
    })
    const { body } = await send()
    const messages = await until((all) => all.some(({ id, status }) => id === body.id && status === 'failed'))
    expect(messages.find(({ id }) => id === body.id).error.code).to.equal('131026')
    await whole.sandboxCall('POST', '/person/delivery', { network: 'whatsapp' })
  })

  it('learns by webhook that a template was sent whose response was lost, and sends it once', async () => {
    await whole.sandboxCall('POST', '/faults', {
      network: 'whatsapp',
      operation: 'messages.send',
      fault: 'accept-then-drop',
      times: 1,
    })
    const { status, body } = await send({ recipient: '+14155550111' })
    expect(status, JSON.stringify(body)).to.equal(201)
    const { messages } = (await whole.sandboxCall('GET', '/state/whatsapp')).body
    expect(messages.filter(({ to }: { to: string }) => to.endsWith('14155550111'))).to.have.length(1)
    expect(body.recipient).to.equal('+14155550111')
    const lost = { network: 'whatsapp', operation: 'messages.send', fault: 'accept-then-drop', times: 1 }
    await whole.sandboxCall('POST', '/faults', lost)
    expect((await send({ recipient: '+5511912345678' })).body.recipient).to.equal('+551112345678')
  })

  it('is 502 for a template that is not approved, 422 with the explanation for values that do not fit, and 422 when the access was withdrawn', async () => {
    const unknown = await send({ template: { name: 'bad_offer', language: 'en_US' } })
    expect([unknown.status, unknown.body.error.code]).to.deep.equal([502, 'provider_error'])
    const messages = await until((all) => all.some(({ body }) => body === 'bad_offer'))
    expect(messages.find(({ body }) => body === 'bad_offer')).to.include({ status: 'failed', providerId: null })
    const wrong = await send({ template: { name: 'order_update', language: 'en_US', bodyParameters: ['Ada'] } })
    expect([wrong.status, wrong.body.error.code]).to.deep.equal([422, 'provider_rejected'])
    expect(wrong.body.error.message).to.contain('number of params (1)').and.to.contain('bodyParameters')
    await whole.sandboxCall('POST', '/person/rejection', { network: 'whatsapp', code: 131005 })
    const revoked = await send()
    expect([revoked.status, revoked.body.error.code]).to.deep.equal([422, 'reconnect_required'])
  })

  it('ends the subscription when the last number of the business is disconnected', async () => {
    await signUp()
    const { wabas } = (await whole.sandboxCall('GET', '/state/whatsapp')).body
    const gone = await whole.call('DELETE', `/profiles/${whole.profileId}/accounts/${accountId}`)
    expect(gone.status).to.equal(200)
    for (;;) {
      const after = (await whole.sandboxCall('GET', '/state/whatsapp')).body.wabas
      if (JSON.stringify(after) !== JSON.stringify(wabas)) return
      await sleep(100)
    }
  })
})
