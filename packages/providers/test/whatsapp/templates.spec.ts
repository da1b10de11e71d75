import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import nock from 'nock'
import { whatsappTemplates } from '../../src/whatsapp/templates.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { numberId } from './events.ts'
import { accountCall, graph, open, type SendCall, sendCall, writeId } from './network.ts'

const { send } = whatsappTemplates
const path = `/v25.0/${numberId}/messages`
const begun = send.begin({ writeId, items: 1, now, random: () => new Uint8Array() })

/** @see https://github.com/facebook/openapi (read 2026-11-20) */
const accepted = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+16505551234', wa_id: '16505551234' }],
  messages: [{ id: 'wamid.HBg=', message_status: 'accepted' }],
}

function posted(body: nock.RequestBodyMatcher, status = 200, reply: object | string = accepted): nock.Scope {
  return nock(graph)
    .post(path, body)
    .query({ appsecret_proof: createHmac('sha256', 'wa-secret').update('EAA.business').digest('hex') })
    .matchHeader('authorization', 'Bearer EAA.business')
    .matchHeader('content-type', 'application/json')
    .reply(status, reply)
}

async function sent(call: SendCall): Promise<unknown> {
  expect(await send.advance(call, begun)).to.deep.equal({ kind: 'commit', step: 'message' })
  const state = await send.commit(call, begun, 'message')
  return send.advance(call, JSON.parse(JSON.stringify(state)))
}

const whole = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  type: 'template',
  biz_opaque_callback_data: writeId,
}

describe('whatsapp templates', () => {
  intercept()

  it('go out with their values in order and with our id', async () => {
    const parameters = [
      { type: 'text', text: 'Ada' },
      { type: 'text', text: '#123' },
    ]
    posted({
      ...whole,
      to: '+16505551234',
      template: { name: 'order_update', language: { code: 'en_US' }, components: [{ type: 'body', parameters }] },
    })
    expect(await sent(sendCall({ bodyParameters: ['Ada', '#123'] }))).to.deep.equal({
      kind: 'done',
      result: { providerId: 'wamid.HBg=', occurredAt: now.toISOString(), recipient: '+16505551234' },
    })
  })

  it('have no components without values', async () => {
    posted({ ...whole, to: '+16505551234', template: { name: 'hello_world', language: { code: 'de' } } })
    expect(await sent(sendCall({ name: 'hello_world', language: 'de' }))).to.have.property('kind', 'done')
  })

  it('go to a user whose number is hidden by another field', async () => {
    const template = { name: 'order_update', language: { code: 'en_US' } }
    posted({ ...whole, recipient: 'US.13491208655302741918', template })
    expect(await sent(sendCall({ recipient: 'US.13491208655302741918' }))).to.have.property('kind', 'done')
  })

  /**
   * WhatsApp knows some numbers of Brazil, Mexico and Argentina by another digit, and later writes from that one.
   * @see https://github.com/nyaruka/courier/issues/433 (read 2026-11-23)
   */
  it('report the number by which WhatsApp knows the recipient', async () => {
    const contacts = [{ input: '+5511987654321', wa_id: '551187654321' }]
    posted(({ to }) => to === '+5511987654321', 200, { ...accepted, contacts })
    const end = await sent(sendCall({ recipient: '+5511987654321' }))
    expect(end).to.have.nested.property('result.recipient', '+551187654321')
  })

  it('report no number where WhatsApp names none', async () => {
    for (const contacts of [undefined, [], [{ user_id: 'US.134' }], [{ wa_id: 'US.134' }]]) {
      posted(() => true, 200, { ...accepted, contacts })
      const end = await sent(sendCall({ recipient: 'US.134' }))
      expect(end).to.have.nested.property('result.recipient', null)
    }
  })

  it('are undecidable after a lost response, which only a webhook can decide', async () => {
    for (const [status, reply] of [
      [500, {}],
      [200, { messages: [] }],
      [200, '<html>'],
    ] as const) {
      posted(() => true, status, reply)
      expect(await failureOf(sent(sendCall()))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    }
    nock(graph).post(path).query(true).replyWithError(new Error('reset'))
    expect(await failureOf(sent(sendCall()))).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    expect(await send.reconcile(sendCall(), begun, open)).to.have.property('kind', 'undecidable')
  })

  it('are not sent without a number or the permission', async () => {
    expect(await failureOf(sent(sendCall({}, accountCall({ numberId: null }))))).to.include({
      code: 'setup_incomplete',
      status: 422,
      outcome: 'not_sent',
    })
    const call = accountCall()
    const account = { ...call.account, scopes: ['whatsapp_business_management'] }
    expect(await failureOf(sent(sendCall({}, { ...call, account })))).to.include({
      code: 'reconnect_required',
      status: 422,
      outcome: 'not_sent',
    })
  })
})
