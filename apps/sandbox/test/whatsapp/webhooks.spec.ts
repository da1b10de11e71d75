import { expect } from 'chai'
import { type Access, connect, type Rig, startRig, template } from './rig.ts'

describe('whatsapp: webhooks', () => {
  let rig: Rig
  let access: Access
  const setUrl = (body: unknown) =>
    fetch(`${rig.sandbox.url}/whatsapp/app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  beforeEach(async () => {
    rig = await startRig()
    access = await connect(rig)
  })
  afterEach(() => rig.close())

  it('delivers what people write, signed over the bytes', async () => {
    const { body } = await rig.person('message', { to: access.numberId, text: 'Hi' })
    expect(body.delivered).to.deep.equal([200])
    const [{ signatureValid, value } = { signatureValid: false, value: {} }] = rig.received
    expect(signatureValid).to.equal(true)
    expect(value.metadata.phone_number_id).to.equal(access.numberId)
    expect(value.contacts[0]).to.deep.include({ profile: { name: 'Robin Example' }, wa_id: '16505551234' })
    expect(value.messages[0]).to.deep.include({
      from: '16505551234',
      id: body.ids[0],
      type: 'text',
      text: { body: 'Hi' },
    })
    expect(body.sender).to.equal('16505551234')
  })

  it('knows people without a phone number by their user id alone', async () => {
    const { body } = await rig.person('message', { to: access.numberId, as: 'bsuid' })
    const [message] = rig.received[0]?.value.messages ?? []
    expect(message).not.to.have.property('from')
    expect(rig.received[0]?.value.contacts[0]).not.to.have.property('wa_id')
    expect(message.from_user_id)
      .to.equal(body.sender)
      .and.to.match(/^US\.\d+$/)
  })

  for (const type of ['image', 'button', 'location', 'reaction', 'interactive', 'unsupported']) {
    it(`delivers a message of type ${type}`, async () => {
      await rig.person('message', { to: access.numberId, type })
      const [message] = rig.received[0]?.value.messages ?? []
      expect(message.type).to.equal(type)
      expect(message).to.have.property(type === 'unsupported' ? 'errors' : type)
    })
  }

  it('delivers nothing of an account that is not subscribed', async () => {
    await rig.call('DELETE', `${access.wabaId}/subscribed_apps`, access)
    const { body } = await rig.person('message', { to: access.numberId })
    expect([body.delivered, rig.received.length]).to.deep.equal([[], 0])
    const { body: list } = await rig.call('GET', `${access.wabaId}/subscribed_apps`, access)
    expect(list.data).to.deep.equal([])
  })

  it('delivers again until the response is 200', async () => {
    rig.statuses.push(503, 500)
    const { body } = await rig.person('message', { to: access.numberId })
    expect(body.delivered).to.deep.equal([503])
    const received = await rig.untilReceived(3)
    expect(new Set(received.map(({ text }) => text)).size).to.equal(1)
  })

  it('puts many messages into few webhooks', async () => {
    const { body } = await rig.person('message', { to: access.numberId, count: 120 })
    expect([body.ids.length, body.delivered]).to.deep.equal([120, [200, 200, 200]])
    const { body: sent } = await rig.person('webhook', { updates: 1000, batches: 2 })
    expect(sent.delivered).to.deep.equal([200, 200])
    expect(rig.received.at(-1)?.value.messages).to.have.length(1000)
  })

  for (const signature of ['wrong', 'other-app', 'absent']) {
    it(`sends the bytes that were given with a signature that is ${signature}`, async () => {
      const { body } = await rig.person('webhook', { body: 'no { JSON', signature })
      expect(body.delivered).to.deep.equal([200])
      expect(rig.received[0]).to.include({ text: 'no { JSON', signatureValid: false })
      expect(rig.received[0]?.signature === undefined).to.equal(signature === 'absent')
    })
  }

  it('verifies a callback URL before it is used', async () => {
    expect((await setUrl({ webhookUrl: `${rig.gatewayUrl}/nothing` })).status).to.equal(400)
    expect((await setUrl({ webhookUrl: 'nowhere' })).status).to.equal(400)
    expect((await setUrl({ webhookUrl: `${rig.gatewayUrl}/webhooks/whatsapp` })).status).to.equal(200)
    const override = { override_callback_uri: `${rig.gatewayUrl}/webhooks/whatsapp`, verify_token: 'wrong' }
    const rejected = await rig.call('POST', `${access.wabaId}/subscribed_apps`, { ...access, json: override })
    expect(rejected.body.error.code).to.equal(2200)
    await setUrl({ webhookUrl: null })
    expect((await rig.person('message', { to: access.numberId })).body.delivered).to.deep.equal([])
  })

  it('reports accounts, templates and quality, and changes what it reports', async () => {
    await rig.person('template-status', { name: 'hello_world', status: 'PAUSED' })
    expect(rig.received.at(-1)?.value).to.include({ event: 'PAUSED', message_template_name: 'hello_world' })
    const paused = await rig.call('POST', `${access.numberId}/messages`, { ...access, json: template('hello_world') })
    expect(paused.body.error.code).to.equal(132015)
    await rig.person('quality', { to: access.numberId, quality: 'RED' })
    expect(rig.received.at(-1)?.value.event).to.equal('FLAGGED')
    const send = () => rig.call('POST', `${access.numberId}/messages`, { ...access, json: template('order_update') })
    await rig.person('account-update', { event: 'ACCOUNT_OFFBOARDED' })
    expect(rig.received.at(-1)?.value).not.to.have.property('ban_info')
    const offboarded = (await send()).body.error.code
    await rig.person('account-update', { event: 'ACCOUNT_RECONNECTED' })
    expect((await send()).body.error?.code).not.to.equal(offboarded)
    await rig.person('account-update', { event: 'PARTNER_REMOVED' })
    const { text = '' } = rig.received.at(-1) ?? {}
    expect(text).to.include('"field":"account_update"').and.to.include(`"waba_id":"${access.wabaId}"`)
    expect(text).not.to.include(`"id":"${access.wabaId}"`)
    const gone = await rig.call('GET', access.numberId, access)
    expect([gone.body.error.code, gone.body.error.error_subcode]).to.deep.equal([100, 33])
  })

  it('shows chats on the start page', async () => {
    await rig.person('message', { to: access.numberId, text: 'Is the <shop> open?' })
    const page = await (await fetch(`${rig.sandbox.url}/`)).text()
    expect(page).to.include('Is the &lt;shop&gt; open?').and.to.include('Robin Example')
  })
})
