import { allowFields } from '../../comments/actions.ts'
import type { Host } from '../call.ts'
import { digitsOf } from '../digits.ts'
import type { Quality, TemplateStatus, Waba } from '../records.ts'
import { businessOf } from '../signup/finish.ts'
import { type Body, numberOf, oneOf, text } from './body.ts'

/** What such events look like is not documented on the pages read; these are the shapes that clients handle. */

/**
 * Returns the account of a control request. The events here are not documented on the pages that were read; they have
 * the forms that clients handle.
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
  const status = await webhooks.deliver([{ wabaId: waba.id, field, value }])
  return { delivered: status === undefined ? [] : [status] }
}

const ACCOUNT_EVENTS = [
  'PARTNER_REMOVED',
  'DISABLED_UPDATE',
  'ACCOUNT_RESTRICTION',
  'ACCOUNT_DELETED',
  'PARTNER_ADDED',
] as const

/** Handles `POST /person/account-update`: sends an event about an account, and changes what the app may do there. */
async function updateAccount(host: Host, body: Body): Promise<unknown> {
  allowFields(body, ['event', 'as', 'waba'])
  const waba = wabaOf(host, body)
  const event = oneOf(body, 'event', ACCOUNT_EVENTS)
  const restricts = event === 'DISABLED_UPDATE' || event === 'ACCOUNT_RESTRICTION'
  const value = {
    event,
    ...(restricts && {
      ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: new Date(host.state.now()).toDateString() },
    }),
    waba_info: { waba_id: waba.id, owner_business_id: waba.businessId },
  }
  const told = await tell(host, waba, 'account_update', value)
  if (restricts) waba.restricted = true
  if (event === 'PARTNER_ADDED') waba.restricted = false
  if (event === 'PARTNER_REMOVED' || event === 'ACCOUNT_DELETED') {
    waba.subscribed = false
    for (const token of host.state.tokens.values()) token.wabaIds = token.wabaIds.filter((id) => id !== waba.id)
  }
  return told
}

const TEMPLATE_STATUSES: readonly TemplateStatus[] = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED']

/** Handles `POST /person/template-status`: Meta decides on a template. */
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
    message_template_language: language,
    reason: template.status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
  })
}

const QUALITIES: readonly Quality[] = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN']

/** Handles `POST /person/quality`: the quality rating of a number changes. */
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

/** Handles `POST /person/payment`: the business adds a payment method or, with `valid: false`, removes it. */
function setPayment(host: Host, body: Body): unknown {
  allowFields(body, ['as', 'waba', 'valid'])
  const waba = wabaOf(host, body)
  waba.hasPaymentMethod = body['valid'] !== false
  return { waba: waba.id, hasPaymentMethod: waba.hasPaymentMethod }
}

/** Returns the actions of Meta and of businesses on accounts, templates and numbers, keyed by name. */
export function eventActs(host: Host): Record<string, (body: Body) => unknown> {
  return {
    'account-update': (body) => updateAccount(host, body),
    'template-status': (body) => updateTemplate(host, body),
    quality: (body) => updateQuality(host, body),
    payment: (body) => setPayment(host, body),
  }
}
