import { expect } from 'chai'
import { type Access, connect, type Rig, startRig, template } from './rig.ts'

describe('whatsapp: sending', () => {
  let rig: Rig
  let access: Access
  const send = (json: unknown, { numberId, token } = access) =>
    rig.call('POST', `${numberId}/messages`, { token, json })
  const code = async (json: unknown, as?: Access) => (await send(json, as)).body.error?.code

  beforeEach(async () => {
    rig = await startRig()
    access = await connect(rig)
  })
  afterEach(() => rig.close())

  it('knows numbers of Brazil, Mexico and Argentina with another digit than users write', async () => {
    for (const [input, waId] of [
      ['+5511987654321', '551187654321'],
      ['+525512345678', '5215512345678'],
      ['+541123456789', '5491123456789'],
      ['+5491123456789', '5491123456789'],
    ]) {
      const { body } = await send(template('order_update', ['Ada', '#123'], { to: input }))
      expect(body.contacts).to.deep.equal([{ input, wa_id: waId }])
    }
  })

  it('accepts a template and reports what becomes of it, with the data of the sender', async () => {
    const { status, body } = await send(template('order_update', ['Ada', '#1'], { biz_opaque_callback_data: 'mine-7' }))
    expect(status).to.equal(200)
    expect(body.contacts).to.deep.equal([{ input: '+16505551234', wa_id: '16505551234' }])
    expect(body.messages[0]).to.include({ message_status: 'accepted' })
    const told = (await rig.untilReceived(3)).map(({ value }) => value.statuses[0])
    expect(told.map((one) => one.status)).to.deep.equal(['sent', 'delivered', 'read'])
    expect(told.map((one) => one.biz_opaque_callback_data)).to.deep.equal(['mine-7', 'mine-7', 'mine-7'])
    expect(told[0]).to.include({ id: body.messages[0].id, recipient_id: '16505551234' })
    const { messages } = await rig.state()
    expect(messages.at(-1)).to.include({ text: 'Hi Ada, order #1 is on its way.', status: 'read' })
  })

  it('reports in another order, twice, or a failure, as planned', async () => {
    await rig.person('delivery', { sequence: ['sent', 'delivered', 'read'], shuffle: true, duplicate: true })
    await send(template('hello_world'))
    const mixed = (await rig.untilReceived(6)).map(({ value }) => value.statuses[0].status)
    expect(mixed).to.deep.equal(['read', 'read', 'sent', 'sent', 'delivered', 'delivered'])
    await rig.person('delivery', { sequence: ['failed'], errorCode: 131049 })
    await send(template('hello_world'))
    const failed = (await rig.untilReceived(7)).at(-1)?.value.statuses[0]
    expect([failed.status, failed.errors[0].code]).to.deep.equal(['failed', 131049])
    await rig.person('delivery', { sequence: ['sent', 'read'] })
    await send(template('hello_world'))
    expect((await rig.untilReceived(9)).at(-1)?.value.statuses[0], 'read').to.have.property('pricing')
    expect((await rig.person('delivery', { sequence: ['lost'] })).status).to.equal(400)
    expect((await rig.person('delivery', { shuffle: 'true' })).status).to.equal(400)
    expect((await rig.person('delivery', { duplicate: 1 })).status).to.equal(400)
  })

  describe('checks a template against the catalogue', () => {
    const long = 'x'.repeat(1100)
    const rejections: [title: string, name: string, parameters: string[], code: number][] = [
      ['one parameter of two', 'order_update', ['Ada'], 132000],
      ['no parameter of two', 'order_update', [], 132000],
      ['a parameter that it does not have', 'hello_world', ['Ada'], 132000],
      ['a parameter with a line break', 'order_update', ['Ada', 'a\nb'], 132018],
      ['parameters that make it too long', 'order_update', ['Ada', long], 132005],
      ['parameters without their names', 'appointment_reminder', ['Ada', 'Friday'], 132012],
      ['a parameter but no document', 'invoice_ready', ['12'], 132000],
      ['no parameter for its button', 'track_parcel', [], 131008],
      ['a paused template', 'summer_sale', [], 132015],
      ['a disabled template', 'old_offer', [], 132016],
      ['a template that waits for approval', 'new_offer', ['1'], 132001],
      ['a rejected template', 'bad_offer', ['1'], 132001],
      ['an unknown template', 'unknown', ['1'], 132001],
    ]
    for (const [title, name, parameters, expected] of rejections) {
      it(`${title}: ${expected}`, async () => {
        expect(await code(template(name, parameters))).to.equal(expected)
      })
    }

    it('the same named parameter twice: 132000', async () => {
      const twice = template('appointment_reminder', ['Ada', 'Friday'])
      const parameters = twice.template.components?.[0]?.parameters ?? []
      for (const parameter of parameters) Object.assign(parameter, { parameter_name: 'customer_name' })
      expect(await code(twice)).to.equal(132000)
      Object.assign(parameters[1] ?? {}, { parameter_name: 'date' })
      expect((await send(twice)).status).to.equal(200)
    })

    it('a language that it does not have: 132001', async () => {
      const french = template('order_update', ['Ada', '#1'])
      french.template.language.code = 'fr'
      expect(await code(french)).to.equal(132001)
    })
  })

  it('rejects what is not a message', async () => {
    const whole = template('hello_world')
    expect(await code({ ...whole, messaging_product: undefined })).to.equal(100)
    expect(await code({ ...whole, to: undefined })).to.equal(100)
    expect(await code({ ...whole, to: 'somebody' })).to.equal(131009)
    expect(await code({ ...whole, to: '+1 555-078-3181' })).to.equal(131021)
    expect(await code({ ...whole, type: 'hologram' })).to.equal(131051)
    expect(await code({ ...whole, recipient_type: 'group' })).to.equal(100)
    expect(await code({ ...whole, type: 'constructor' })).to.equal(131051)
    expect(await code({ ...whole, template: { language: { code: 'en_US' } } })).to.equal(131008)
    expect(await code({ ...whole, biz_opaque_callback_data: 'x'.repeat(513) })).to.equal(100)
    expect((await rig.call('POST', `${access.numberId}/messages`, { json: whole })).status).to.equal(401)
    const longer = await rig.call('POST', `${access.numberId}/messages/more`, { token: access.token, json: whole })
    expect(longer.body.error?.code).to.equal(2500)
    const headers = { authorization: `Bearer ${access.token}`, 'if-none-match': '"1"' }
    const conditional = await fetch(`${rig.sandbox.url}/whatsapp/v25.0/${access.numberId}`, { headers })
    expect(conditional.status).to.equal(400)
  })

  it('rejects the sends of an unfinished set-up', async () => {
    const unregistered = await connect(rig, { as: 'ferrer.outdoor', finish: false })
    expect(await code(template('hello_world'), unregistered)).to.equal(133010)
    const unpaid = await connect(rig, { as: 'diallo.tailoring' })
    expect(await code(template('hello_world'), unpaid)).to.equal(131042)
    expect((await rig.person('payment', { as: 'diallo.tailoring', valid: 'false' })).status).to.equal(400)
    await rig.person('payment', { as: 'diallo.tailoring' })
    expect((await send(template('hello_world'), unpaid)).status).to.equal(200)
  })

  it('rejects with the code that was asked for', async () => {
    await rig.person('rejection', { code: 131056, times: 2 })
    expect([await code(template('hello_world')), await code(template('hello_world'))]).to.deep.equal([131056, 131056])
    expect((await send(template('hello_world'))).status).to.equal(200)
  })

  it('takes free text within 24 hours of the last message', async () => {
    const text = { messaging_product: 'whatsapp', to: '16505551234', type: 'text', text: { body: 'Hi' } }
    expect(await code(text)).to.equal(131047)
    await rig.person('message', { to: access.numberId, ageHours: 23 })
    expect((await send(text)).status).to.equal(200)
  })

  it('sends to a business-scoped user id, but no authentication template', async () => {
    const { body } = await rig.person('message', { to: access.numberId, as: 'bsuid' })
    const to = { to: undefined, recipient: body.sender }
    const sent = await send(template('hello_world', [], to))
    expect(sent.body.contacts).to.deep.equal([{ input: body.sender, user_id: body.sender }])
    expect(await code(template('login_code', ['1234'], to))).to.equal(131062)
  })

  it('lists templates by name and page', async () => {
    const list = (query: string) => rig.call('GET', `${access.wabaId}/message_templates?${query}`, access)
    const named = await list('name=order_update&fields=name,language,status,category,components,parameter_format')
    expect(named.body.data.map(({ language }: { language: string }) => language)).to.deep.equal(['en_US', 'de'])
    const first = await list('limit=5')
    const next = await (await fetch(first.body.paging.next)).json()
    expect([first.body.data.length, (next as { data: unknown[] }).data.length]).to.deep.equal([5, 5])
  })

  it('plays faults, and ends tokens', async () => {
    const fault = (body: Record<string, unknown>) =>
      fetch(`${rig.sandbox.url}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ network: 'whatsapp', times: 1, ...body }),
      })
    await fault({ operation: 'messages.send', fault: 'throttle' })
    const limited = await send(template('hello_world'))
    expect([limited.status, limited.body.error.code]).to.deep.equal([429, 130429])
    await fault({ operation: 'messages.send', fault: 'throttle', code: 131056 })
    expect(await code(template('hello_world'))).to.equal(131056)
    await fault({ operation: 'messages.send', fault: 'accept-then-500' })
    expect((await send(template('hello_world'))).status).to.equal(500)
    await rig.untilReceived(3)
    await fault({ fault: 'revoke-token', as: 'lindqvist.bakery', times: undefined })
    expect(await code(template('hello_world'))).to.equal(190)
  })
})
