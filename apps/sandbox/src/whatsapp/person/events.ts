import { allowFields, flag } from '../../comments/actions.ts'
import { keysOf } from '../../json.ts'
import type { Host } from '../call.ts'
import { digitsOf } from '../digits.ts'
import type { Quality, TemplateStatus, Waba } from '../records.ts'
import { businessOf } from '../signup/finish.ts'
import { type Body, numberOf, oneOf, text } from './body.ts'

// Meta's pages show these events; `FLAGGED` and `UNFLAGGED` of a number are those that clients handle.

/** The id of the partner's business. The partner owns the app with which businesses share their accounts. */
const PARTNER_BUSINESS_ID = '2949482758682047'

/**
 * Returns the WhatsApp Business account with the id `waba`; without `waba`, the first account of the business with the
 * handle `as`, by default the first business.
 * @throws RangeError if there is no such account or business
 */
function wabaOf({ state }: Host, body: Body): Waba {
  const id = body['waba']
  const business =
    id === undefined ? businessOf(state, body['as'] === undefined ? undefined : text(body, 'as')) : undefined
  const waba = [...state.wabas.values()].find((one) => (business ? one.businessId === business.id : one.id === id))
  if (waba === undefined) throw new RangeError(`waba: ${[...state.wabas.keys()].join(', ')}`)
  return waba
}

async function tell({ webhooks }: Host, waba: Waba, field: string, value: Record<string, unknown>): Promise<unknown> {
  const isPartners = String(value['event']).startsWith('PARTNER_')
  const change = { wabaId: waba.id, ...(isPartners && { entryId: PARTNER_BUSINESS_ID }), field, value }
  const status = await webhooks.deliver([change])
  return { delivered: status === undefined ? [] : [status] }
}

interface AccountChange extends Partial<Pick<Waba, 'restricted' | 'subscribed'>> {
  /** True if the webhook about the event reports a ban. */
  isBan?: true
}

/** How each event changes the account. */
const ACCOUNT_EVENTS = {
  PARTNER_REMOVED: { subscribed: false },
  DISABLED_UPDATE: { restricted: true, isBan: true },
  ACCOUNT_RESTRICTION: { restricted: true, isBan: true },
  ACCOUNT_DELETED: { subscribed: false },
  ACCOUNT_OFFBOARDED: { restricted: true },
  ACCOUNT_RECONNECTED: { restricted: false },
  PARTNER_ADDED: { restricted: false },
} satisfies Record<string, AccountChange>

/**
 * Handles `POST /person/account-update`: sends the `account_update` webhook and then, as `event` says, restricts the
 * account, lifts the restriction, or removes the app's access to the account. The webhook's entry for an event about a
 * partner has the id of the partner's business.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/account_update (read
 *   2026-11-28)
 */
async function updateAccount(host: Host, body: Body): Promise<unknown> {
  allowFields(body, ['event', 'as', 'waba'])
  const waba = wabaOf(host, body)
  const event = oneOf(body, 'event', keysOf(ACCOUNT_EVENTS))
  const { isBan, ...change }: AccountChange = ACCOUNT_EVENTS[event]
  const value = {
    event,
    ...(isBan && { ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: new Date(host.state.now()).toDateString() } }),
    waba_info: { waba_id: waba.id, owner_business_id: waba.businessId },
  }
  const told = await tell(host, waba, 'account_update', value)
  Object.assign(waba, change)
  // Without a subscription the app has lost the account.
  if (change.subscribed === false)
    for (const token of host.state.tokens.values()) token.wabaIds = token.wabaIds.filter((id) => id !== waba.id)
  return told
}

const TEMPLATE_STATUSES: readonly TemplateStatus[] = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED']

/**
 * Handles `POST /person/template-status`: changes the status of the template `name` in `language` (default: `en_US`)
 * and sends the webhook about it.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/message_template_status_update
 *   (read 2026-11-29)
 */
async function updateTemplate(host: Host, body: Body): Promise<unknown> {
  allowFields(body, ['name', 'status', 'language', 'as', 'waba'])
  const waba = wabaOf(host, body)
  const [name, language] = [text(body, 'name'), text(body, 'language', 'en_US')]
  const template = [...host.state.templates.values()].find(
    (one) => one.wabaId === waba.id && one.name === name && one.language === language,
  )
  if (template === undefined) throw new RangeError('name: no such template in this language')
  template.status = oneOf(body, 'status', TEMPLATE_STATUSES)
  return tell(host, waba, 'message_template_status_update', {
    event: template.status,
    message_template_id: template.id,
    message_template_name: name,
    // Meta's example spells it unlike the list of templates.
    message_template_language: language.replace('_', '-'),
    reason: template.status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
    message_template_category: template.category,
  })
}

const QUALITIES: readonly Quality[] = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN']

/** Handles `POST /person/quality`: changes the quality rating of a number and sends the webhook about it. */
async function updateQuality(host: Host, body: Body): Promise<unknown> {
  allowFields(body, ['to', 'quality'])
  const number = numberOf(host.state, body['to'])
  const waba = host.state.wabas.get(number.wabaId)
  if (waba === undefined) throw new RangeError('to: a number of an account')
  number.quality = oneOf(body, 'quality', QUALITIES)
  return tell(host, waba, 'phone_number_quality_update', {
    display_phone_number: digitsOf(number.display),
    event: number.quality === 'RED' ? 'FLAGGED' : 'UNFLAGGED',
    current_limit: 'TIER_250',
  })
}

/** Handles `POST /person/payment`: adds a payment method to an account or, if `valid` is false, removes it. */
function setPayment(host: Host, body: Body): unknown {
  allowFields(body, ['as', 'waba', 'valid'])
  const waba = wabaOf(host, body)
  waba.hasPaymentMethod = flag(body, 'valid', true)
  return { waba: waba.id, hasPaymentMethod: waba.hasPaymentMethod }
}

/**
 * Returns the actions that change accounts, templates, numbers and payment methods, keyed by the name in `POST
 * /person/{name}`. All but `payment` send a webhook about the change if the app is subscribed, and return `delivered`:
 * a list with the receiver's HTTP status (null without a response), empty if nothing was sent. The actions throw a
 * `RangeError` that names an invalid field.
 */
export function eventActs(host: Host): Record<string, (body: Body) => unknown> {
  return {
    'account-update': (body) => updateAccount(host, body),
    'template-status': (body) => updateTemplate(host, body),
    quality: (body) => updateQuality(host, body),
    payment: (body) => setPayment(host, body),
  }
}
