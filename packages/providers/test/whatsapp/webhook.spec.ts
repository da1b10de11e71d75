import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import type { App } from '../../src/index.ts'
import { whatsappWebhook } from '../../src/whatsapp/webhook/port.ts'
import {
  bodyWith,
  businessAccountId,
  change,
  type Fields,
  message,
  messagesBody,
  messagesValue,
  numberId,
  status,
  statusesBody,
} from './events.ts'

const { verify, isSigned, normalize } = whatsappWebhook

function app(secrets: Record<string, string> = { clientSecret: 'new', verifyToken: 'token-1' }): App {
  return { hosts: {}, secrets, publicUrl: 'https://carillon.example' }
}

function signature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

describe('whatsapp webhook: verification', () => {
  const query = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'token-1' }

  it('returns the challenge for the configured token', () => {
    expect(verify(app(), query)).to.equal('1158201444')
  })

  const wrong: [string, Record<string, string>, Record<string, string>?][] = [
    ['another token', { 'hub.verify_token': 'token-2' }],
    ['an empty token', { 'hub.verify_token': '' }, { verifyToken: '' }],
    ['another mode', { 'hub.mode': 'unsubscribe' }],
    ['no challenge', { 'hub.challenge': '' }],
    ['no configured token', {}, { clientSecret: 'new' }],
  ]
  for (const [name, over, secrets] of wrong) {
    it(`returns nothing for ${name}`, () => {
      expect(verify(app(secrets), { ...query, ...over })).to.equal(null)
    })
  }
})

describe('whatsapp webhook: signature', () => {
  const body = Buffer.from('{"object":"whatsapp_business_account","text":"\\u00fc \\/ ü 🥖"}')
  const signed = (header: string | undefined, secrets?: Record<string, string>, bytes: Uint8Array = body) =>
    isSigned(app(secrets), { headers: { 'x-hub-signature-256': header }, body: bytes })

  it('is over the raw bytes, by the secret or the one before it', () => {
    expect(signed(signature(body, 'new'))).to.equal(true)
    const both = { clientSecret: 'new', previousClientSecret: 'old' }
    expect(signed(signature(body, 'new'), both)).to.equal(true)
    expect(signed(signature(body, 'old'), both)).to.equal(true)
  })

  it('is not accepted by an empty or an unknown secret', () => {
    expect(signed(signature(body, 'old'))).to.equal(false)
    expect(signed(signature(body, ''), { clientSecret: '' })).to.equal(false)
    expect(signed(signature(body, 'old'), { clientSecret: 'new', previousClientSecret: '' })).to.equal(false)
  })

  it('does not survive a changed byte', () => {
    const header = signature(body, 'new')
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = Buffer.from(body)
        changed[at] = (changed[at] ?? 0) ^ bits
        expect(signed(header, undefined, changed)).to.equal(false)
      }),
    )
  })

  it('is 64 lower-case hexadecimal digits after sha256=', () => {
    const header = signature(body, 'new')
    const [, hex = ''] = header.split('=')
    for (const wrong of [undefined, '', hex, `sha256=${hex.toUpperCase()}`, `sha1=${hex}`, header.slice(0, -2)]) {
      expect(signed(wrong), wrong).to.equal(false)
    }
    for (const wrong of [`${header}00`, ` ${header}`, `${header}\n`]) expect(signed(wrong), wrong).to.equal(false)
  })
})

describe('whatsapp webhook: messages', () => {
  const only = (over: Fields, more?: Fields) => normalize(messagesBody([message(over)], more)).messages[0]

  it('has all fields of a text', () => {
    expect(normalize(messagesBody([message()]))).to.deep.equal({
      messages: [
        {
          accountProviderId: numberId,
          providerId: 'wamid.HBgLMTY1MDU1NTEyMzQVAgASGBQzQQ==',
          direction: 'inbound',
          type: 'text',
          sender: '+16505551234',
          recipient: null,
          senderName: null,
          recipientName: null,
          body: 'Hi',
          status: 'received',
          error: null,
          occurredAt: '2025-06-08T20:59:43.000Z',
        },
      ],
      statuses: [],
      account: [],
      skipped: 0,
    })
  })

  it('has the name in the profile of the contact that is its sender', () => {
    const contacts = [
      { profile: { name: 'Joe' }, wa_id: '15550000001' },
      { profile: { name: 'Kim' }, wa_id: '16505551234' },
    ]
    expect(only({}, { contacts })).to.include({ senderName: 'Kim', recipientName: null })
    const hidden = { from: undefined, from_user_id: 'US.1' }
    expect(
      only(hidden, { contacts: [...contacts, { profile: { name: 'Ada' }, user_id: 'US.1' }] })?.senderName,
    ).to.equal('Ada')
    expect(only({}, { contacts: [contacts[0]] })?.senderName).to.equal(null)
    expect(only({}, { contacts: [{ profile: { name: '' }, wa_id: '16505551234' }] })?.senderName).to.equal(null)
  })

  const media = { id: '1', mime_type: 'image/jpeg', caption: 'A loaf' }
  const unsupported: [string, Fields, string][] = [
    ['button', { button: { payload: 'yes-1', text: 'Yes' } }, 'Yes'],
    ['interactive', { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Rye' } } }, 'Rye'],
    ['interactive', { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Wheat' } } }, 'Wheat'],
    ['interactive', { interactive: { type: 'nfm_reply', nfm_reply: { response_json: '{}' } } }, ''],
    ['image', { image: media }, ''],
    ['sticker', { sticker: media }, ''],
    ['location', { location: { latitude: 1, longitude: 2, name: 'Here' } }, ''],
    ['reaction', { reaction: { message_id: 'wamid.1', emoji: '👍' } }, ''],
    ['contacts', { contacts: [] }, ''],
    ['order', { order: { text: 'please' } }, ''],
    ['unsupported', { errors: [{ code: 131051, title: 'Message type unknown' }] }, ''],
    ['a type of tomorrow', {}, ''],
    ['constructor', {}, ''],
    ['text', { text: { body: 7 } }, ''],
  ]
  for (const [type, content, body] of unsupported) {
    it(`is unsupported with the body ${JSON.stringify(body)}: ${type} ${JSON.stringify(content)}`, () => {
      const { text: _text, ...rest } = message({ type, ...content })
      const [found] = normalize(messagesBody([{ ...rest, ...content }])).messages
      expect(found).to.include({ type: 'unsupported', body, sender: '+16505551234' })
    })
  }

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/revoke (read
  // 2026-11-29)
  it('are not those that report the deletion of another one', () => {
    const { text: _text, ...rest } = message({ id: 'wamid.2', type: 'revoke' })
    const revoked = { ...rest, revoke: { original_message_id: 'wamid.1' } }
    expect(normalize(messagesBody([message({ id: 'wamid.1' }), revoked, message({ id: 'wamid.3' })]))).to.deep.include({
      messages: [only({ id: 'wamid.1' }), only({ id: 'wamid.3' })],
      skipped: 1,
    })
  })

  // https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages/edit (read
  // 2026-11-29)
  it('are the edited ones with their new text, if their text was edited', () => {
    const { text: _text, ...rest } = message({ id: 'wamid.2', type: 'edit', timestamp: '1749416400' })
    const edit = (content: Fields) => {
      const inner = { context: { id: 'wamid.1' }, ...content }
      return { ...rest, edit: { original_message_id: 'wamid.1', message: inner } }
    }
    const { messages, skipped } = normalize(
      messagesBody([
        edit({ type: 'text', text: { body: 'Hello' } }),
        edit({ type: 'image', image: { caption: 'A loaf', mime_type: 'image/jpeg', id: '1' } }),
        { ...rest, edit: { message: { type: 'text', text: { body: 'Hello' } } } },
        { ...rest },
      ]),
    )
    const expected = { ...only({ id: 'wamid.1', timestamp: '1749416400', text: { body: 'Hello' } }), isEdit: true }
    expect({ messages, skipped }).to.deep.equal({ messages: [expected], skipped: 3 })
  })

  it('falls back to the user id of a sender whose number is hidden', () => {
    expect(only({ from: undefined })).to.include({ sender: 'US.13491208655302741918' })
    const contacts = [{ profile: { name: 'Q' }, user_id: 'DE.2' }]
    expect(only({ from: undefined, from_user_id: undefined }, { contacts })).to.include({ sender: 'DE.2' })
    const two = [...contacts, { profile: { name: 'R' }, user_id: 'DE.3' }]
    expect(only({ from: undefined, from_user_id: undefined }, { contacts: two })).to.equal(undefined)
  })

  it('replaces what no database stores as text', () => {
    expect(only({ text: { body: 'a\0b\ud800c\udc00d 🥖' } })).to.include({
      type: 'text',
      body: 'a\ufffdb\ufffdc\ufffdd 🥖',
    })
  })

  it('come from several numbers, changes and entries', () => {
    const first = change(
      'messages',
      messagesValue({ messages: [message({ id: 'wamid.1' }), message({ id: 'wamid.2' })] }),
    )
    const second = change('messages', messagesValue({ messages: [message({ id: 'wamid.3' })] }, '222'))
    const third = { id: '900', changes: [change('messages', messagesValue({ messages: [message()] }, '333'))] }
    const body = { ...bodyWith([first, second]), entry: [{ id: businessAccountId, changes: [first, second] }, third] }
    const found = normalize(body).messages.map(({ accountProviderId }) => accountProviderId)
    expect(found).to.deep.equal([numberId, numberId, '222', '333'])
  })
})

describe('whatsapp webhook: statuses', () => {
  const writeId = '019a9c3e-7d2f-7c11-a2bb-0123456789ab'

  for (const [theirs, ours] of [
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['read', 'read'],
    ['played', 'read'],
  ] as const) {
    it(`reports ${theirs} as ${ours}, with our id`, () => {
      const { statuses, skipped } = normalize(
        statusesBody([status({ status: theirs, biz_opaque_callback_data: writeId })]),
      )
      expect(skipped).to.equal(0)
      expect(statuses).to.deep.equal([
        {
          accountProviderId: numberId,
          providerId: 'wamid.HBgLMTY1MDU1NTEyMzQVAgARGBI5QQ==',
          writeId,
          recipient: '+16505551234',
          status: ours,
          occurredAt: '2025-06-08T21:00:00.000Z',
          error: null,
          missing: null,
        },
      ])
    })
  }

  for (const [code, missing] of [
    [131042, 'payment'],
    [133010, 'registration'],
    [131026, null],
  ] as const) {
    it(`reports with ${code} that the setup lacks ${missing}`, () => {
      const [found] = normalize(statusesBody([status({ status: 'failed', errors: [{ code }] })])).statuses
      expect(found?.missing).to.equal(missing)
    })
  }

  const failures: [unknown, string, RegExp][] = [
    [[{ code: 131049, title: 'Not delivered' }], '131049', /marketing/],
    [[{ code: 131026 }], '131026', /cannot be delivered/],
    [[{ code: 999999 }], '999999', /could not deliver/],
    [[{ code: 'toString' }], 'toString', /could not deliver/],
    [undefined, 'unknown', /could not deliver/],
  ]
  for (const [errors, code, words] of failures) {
    it(`reports a failure with ${JSON.stringify(errors)} and Carillon's own words`, () => {
      const [found] = normalize(statusesBody([status({ status: 'failed', errors })])).statuses
      expect(found?.status).to.equal('failed')
      expect(found?.error?.code).to.equal(code)
      expect(found?.error?.message).to.match(words)
    })
  }

  it('accepts only ids of Carillon', () => {
    for (const data of [undefined, '', 'order-7', `${writeId}0`, writeId.toUpperCase(), 7]) {
      const [found] = normalize(statusesBody([status({ biz_opaque_callback_data: data })])).statuses
      expect(found?.writeId, String(data)).to.equal(null)
    }
  })
})

describe('whatsapp webhook: events of the account', () => {
  const events: [string, Fields, Fields][] = [
    ['account_update', { event: 'PARTNER_REMOVED' }, { kind: 'revoked', event: 'partner_removed' }],
    ['account_update', { event: 'ACCOUNT_DELETED' }, { kind: 'revoked', event: 'account_deleted' }],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } },
      { kind: 'restricted', event: 'disabled_update' },
    ],
    [
      'account_update',
      { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } },
      { kind: 'restored', event: 'disabled_update' },
    ],
    ['account_update', { event: 'ACCOUNT_OFFBOARDED' }, { kind: 'restricted', event: 'account_offboarded' }],
    ['account_update', { event: 'ACCOUNT_RECONNECTED' }, { kind: 'restored', event: 'account_reconnected' }],
    ['account_update', { event: 'SOMETHING_NEW' }, { kind: 'other', event: 'something_new' }],
    ['account_update', { event: 'constructor' }, { kind: 'other', event: 'constructor' }],
    [
      'message_template_status_update',
      { event: 'PAUSED', message_template_name: 'order_update' },
      { kind: 'template', event: 'paused', subject: 'order_update' },
    ],
    ...['en-US', 'en_US'].map((language): [string, Fields, Fields] => [
      'message_template_status_update',
      {
        ...{ event: 'APPROVED', message_template_name: 'order_update', message_template_language: language },
        message_template_category: 'MARKETING',
      },
      { kind: 'template', event: 'approved', subject: 'order_update', language: 'en_US', category: 'marketing' },
    ]),
    [
      'phone_number_quality_update',
      { event: 'FLAGGED', display_phone_number: '15550783881' },
      { kind: 'quality', event: 'flagged', subject: '15550783881' },
    ],
  ]
  for (const [field, value, wanted] of events) {
    it(`reports ${field} ${JSON.stringify(value)}`, () => {
      const { account, skipped } = normalize(bodyWith([change(field, value)]))
      expect(skipped).to.equal(0)
      const rest = { accountProviderId: null, businessAccountId, subject: null, missing: null, occurredAt: null }
      expect(account).to.deep.equal([{ ...rest, ...wanted }])
    })
  }

  for (const event of ['PARTNER_REMOVED', 'PARTNER_APP_UNINSTALLED', 'PARTNER_ADDED']) {
    it(`reports ${event} of the account that it names, as the entry has the id of the partner's business`, () => {
      const value = { event, waba_info: { waba_id: businessAccountId, owner_business_id: '2329417887457253' } }
      const entry = { id: '2949482758682047', time: 1744823932, changes: [change('account_update', value)] }
      const { account } = normalize({ object: 'whatsapp_business_account', entry: [entry] })
      expect(account[0]).to.include({ businessAccountId, event: event.toLowerCase() })
    })
  }

  it('does not end a connection of which another app was uninstalled', () => {
    const kindOf = (event: string, partner_app_id?: unknown) => {
      const value = { event, waba_info: { waba_id: businessAccountId, owner_business_id: '23', partner_app_id } }
      return normalize(bodyWith([change('account_update', value)]), { secrets: { clientId: '612' } }).account[0]?.kind
    }
    expect(kindOf('PARTNER_APP_UNINSTALLED', '613')).to.equal('other')
    expect(kindOf('PARTNER_APP_UNINSTALLED', '612')).to.equal('revoked')
    expect(kindOf('PARTNER_APP_UNINSTALLED')).to.equal('revoked')
    // A number may have lost digits.
    expect(kindOf('PARTNER_APP_UNINSTALLED', 613)).to.equal('revoked')
    expect(kindOf('PARTNER_REMOVED')).to.equal('revoked')
  })

  it('reports when the network says that it happened', () => {
    const entry = { id: businessAccountId, time: 1749416383, changes: [change('account_update', { event: 'X' })] }
    const { account } = normalize({ object: 'whatsapp_business_account', entry: [entry] })
    expect(account[0]?.occurredAt).to.equal('2025-06-08T20:59:43.000Z')
  })

  it('reports errors of a number', () => {
    const errors = [{ code: 130429, title: 'Rate limit hit' }, { code: 131042 }, { title: 'no code' }]
    const { account, skipped } = normalize(bodyWith([change('messages', messagesValue({ errors }))]))
    const rest = { accountProviderId: numberId, businessAccountId, kind: 'error', subject: null, occurredAt: null }
    expect(account).to.deep.equal([
      { ...rest, event: '130429', missing: null },
      { ...rest, event: '131042', missing: 'payment' },
    ])
    expect(skipped).to.equal(1)
  })
})

describe('whatsapp webhook: what cannot be read', () => {
  const broken: [string, Fields][] = [
    ['no sender', message({ from: undefined, from_user_id: undefined })],
    ['an id with NUL', message({ id: 'wamid.\0' })],
    ['half a surrogate pair in its id', message({ id: 'wamid.\ud800' })],
    ['an endless id', message({ id: 'x'.repeat(4000) })],
    ['no time', message({ timestamp: undefined })],
    ['an invalid time', message({ timestamp: 'yesterday' })],
    ['a time after the year 9999', message({ timestamp: '8640000000000' })],
  ]
  for (const [name, one] of broken) {
    it(`skips a message with ${name}, and no other`, () => {
      const found = normalize(messagesBody([message({ id: 'wamid.1' }), one, message({ id: 'wamid.2' })]))
      expect(found.messages.map(({ providerId }) => providerId)).to.deep.equal(['wamid.1', 'wamid.2'])
      expect(found.skipped).to.equal(1)
    })
  }

  it('skips and counts whatever is of another shape', () => {
    const value = messagesValue({ messages: [null, 7, [], message()], statuses: 'none' })
    const changes = [change('messages', value), change('messages', 'text'), change('flows', {}), null]
    const { messages, skipped } = normalize(bodyWith(changes))
    expect(messages).to.have.length(1)
    expect(skipped).to.equal(3 + 1 + 1 + 1 + 1)
    expect(normalize(bodyWith([change('messages', messagesValue({ messages: [message()] }, null))])).skipped).to.equal(
      1,
    )
    expect(normalize(statusesBody([status({ status: 'warning' }), status({ id: 7 })])).skipped).to.equal(2)
    expect(normalize(bodyWith([change('account_update', {})])).skipped).to.equal(1)
  })

  it('counts a body of another kind', () => {
    for (const body of [null, [], 'text', 7, {}, { object: 'page', entry: [] }]) {
      expect(normalize(body)).to.deep.equal({ messages: [], statuses: [], account: [], skipped: 1 })
    }
    expect(normalize({ object: 'whatsapp_business_account' }).skipped).to.equal(0)
  })

  it('never throws, whatever the JSON is', () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    fc.assert(
      fc.property(json, json, json, (first, second, third) => {
        const value = messagesValue({ messages: [first, message()], statuses: [second], errors: third })
        const { messages } = normalize(bodyWith([change('messages', value), first, change('account_update', second)]))
        expect(messages.length).to.be.at.least(1)
      }),
    )
  })
})
