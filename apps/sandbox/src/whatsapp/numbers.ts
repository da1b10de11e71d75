import { type Shape, show } from '../meta/graph/fields.ts'
import { invalidParameter } from '../meta/graph/graph-error.ts'
import { DAY_MS } from '../meta/graph/graph-time.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { requireScope, selectionsOf } from './authority.ts'
import type { GraphCall, Handler } from './call.ts'
import { cloudError } from './errors.ts'
import { sendMessage } from './messages/send.ts'
import type { PhoneNumber } from './records.ts'

const ATTEMPTS_WINDOW_MS = 3 * DAY_MS
/** The maximum number of attempts to register or deregister a number in 72 hours. */
const MAX_ATTEMPTS = 10
/** The error code for a wrong verification code. Meta's documentation does not name one. */
const WRONG_CODE = 136_025

/**
 * The fields of a phone number in Graph API responses, without `status`, whose values differ between a read of the
 * number itself and the list of numbers.
 */
const FIELDS: Shape<PhoneNumber, GraphCall>['fields'] = {
  id: ({ id }) => id,
  display_phone_number: ({ display }) => display,
  verified_name: ({ verifiedName }) => verifiedName,
  quality_rating: ({ quality }) => quality,
  code_verification_status: ({ verified }) => (verified ? 'VERIFIED' : 'NOT_VERIFIED'),
  name_status: ({ nameStatus }) => nameStatus,
  account_mode: () => 'LIVE',
  platform_type: ({ registered, inApp }) => (registered && !inApp ? 'CLOUD_API' : 'NOT_APPLICABLE'),
  is_on_biz_app: ({ inApp }) => inApp,
  is_pin_enabled: ({ pin }) => pin !== null,
  is_official_business_account: () => false,
  whatsapp_business_manager_messaging_limit: () => 'TIER_250',
  throughput: () => ({ level: 'STANDARD' }),
}

const DEFAULTS = ['verified_name', 'code_verification_status', 'display_phone_number', 'quality_rating', 'id']
const UNSET = ['username', 'certificate', 'messaging_limit_tier', 'last_onboarded_time', 'webhook_configuration']

/**
 * The fields of a phone number in the response to a read of the number itself.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
const numberShape: Shape<PhoneNumber, GraphCall> = {
  type: 'WhatsAppBusinessPhoneNumber',
  defaults: DEFAULTS,
  fields: {
    ...FIELDS,
    status: ({ registered, verified }) => (registered ? 'CONNECTED' : verified ? 'DISCONNECTED' : 'PENDING'),
  },
  unset: UNSET,
}

/**
 * The fields of a phone number as an item of its account's list `phone_numbers`. Only `status` differs from a read of
 * the number itself: it is `LINKED`, `UNLINKED` or `PENDING`.
 */
export const listedNumberShape: Shape<PhoneNumber, GraphCall> = {
  ...numberShape,
  fields: {
    ...FIELDS,
    status: ({ registered, verified }) => (registered ? 'LINKED' : verified ? 'UNLINKED' : 'PENDING'),
  },
}

function requireProduct({ parameters }: GraphCall): void {
  if (parameters.text('messaging_product') !== 'whatsapp') {
    throw invalidParameter('Param messaging_product must be one of {WHATSAPP}')
  }
}

function countAttempt(number: PhoneNumber, { state }: GraphCall): void {
  const now = state.now()
  number.attempts = [...number.attempts.filter((at) => at > now - ATTEMPTS_WINDOW_MS), now]
  if (number.attempts.length > MAX_ATTEMPTS) throw cloudError(133016)
}

function register(number: PhoneNumber, call: GraphCall): unknown {
  requireScope(call, 'whatsapp_business_management')
  allowOnly(call.parameters, ['messaging_product', 'pin', 'data_localization_region', 'backup'])
  requireProduct(call)
  const pin = call.parameters.required('pin')
  if (!/^\d{6}$/.test(pin)) throw invalidParameter('Param pin must be a 6 digit number')
  countAttempt(number, call)
  if (number.inApp) throw invalidParameter('The number is used in the WhatsApp Business app')
  if (!number.verified) throw cloudError(133006)
  if (number.pin !== null && number.pin !== pin) throw cloudError(133005)
  number.pin = pin
  number.registered = true
  return { success: true }
}

function deregister(number: PhoneNumber, call: GraphCall): unknown {
  requireScope(call, 'whatsapp_business_management')
  allowOnly(call.parameters, [])
  countAttempt(number, call)
  if (number.inApp) throw invalidParameter('The number is used in the WhatsApp Business app')
  if (!number.registered) throw invalidParameter('The number is not registered')
  number.registered = false
  return { success: true }
}

function requestCode(number: PhoneNumber, call: GraphCall): unknown {
  requireScope(call, 'whatsapp_business_management')
  allowOnly(call.parameters, ['code_method', 'language'])
  const method = call.parameters.required('code_method')
  if (method !== 'SMS' && method !== 'VOICE') throw invalidParameter('Param code_method must be one of {SMS, VOICE}')
  call.parameters.required('language')
  number.pendingCode = call.state.nextId('1', 6).slice(0, 6)
  return { success: true }
}

function verifyCode(number: PhoneNumber, call: GraphCall): unknown {
  requireScope(call, 'whatsapp_business_management')
  allowOnly(call.parameters, ['code'])
  if (number.pendingCode === null || call.parameters.required('code') !== number.pendingCode) {
    throw invalidParameter('The verification code is not right', { code: WRONG_CODE })
  }
  number.pendingCode = null
  number.verified = true
  return { success: true, id: number.id }
}

/**
 * The handlers for a phone number, keyed by method and edge, such as `POST register`; `GET` alone reads the number.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
export const NUMBER_EDGES: Record<string, Handler<PhoneNumber>> = {
  GET: (number, call) => {
    requireScope(call, 'whatsapp_business_management')
    allowOnly(call.parameters, ['fields'])
    return show(numberShape, number, selectionsOf(call), call)
  },
  'POST register': register,
  'POST deregister': deregister,
  'POST request_code': requestCode,
  'POST verify_code': verifyCode,
  'POST messages': sendMessage,
}
