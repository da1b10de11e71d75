import type { SetupStep } from '@carillon/domain'
import type { OutboundResponse } from '@carillon/outbound'
import type { Dialect } from '../call-network.ts'
import { type ErrorRule, limitedTo, type Rejection } from '../error-rules.ts'
import { bodyOf, objectOf, textOf } from '../json.ts'
import { blockedAppRule, type GraphSample, graphRejection, graphSample, unknownObject } from '../meta/errors.ts'
import type { StatusChange } from '../ports/webhook.ts'
import { whatsappResponses } from './responses.ts'

const page =
  'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-11-20)'

function cloudSample(code: number, status = 400, subcode?: number): GraphSample {
  const error_data = { messaging_product: 'whatsapp', details: 'Reported by WhatsApp.' }
  return graphSample(code, { page, status, error_data, ...(subcode !== undefined && { error_subcode: subcode }) })
}

type Mapping = Pick<ErrorRule, 'code'> & Partial<Omit<ErrorRule, 'match' | 'sample'>>

/**
 * Returns a rule that matches one of `codes`. Its outcome is `rejected` unless `mapping` contains another: WhatsApp
 * reports some rejections with status 500, and the code alone shows that nothing was sent.
 */
function byCode(codes: readonly number[], mapping: Mapping): ErrorRule {
  const [first = 0] = codes
  return { match: { code: codes }, outcome: 'rejected', ...mapping, sample: cloudSample(first) }
}

const revoked: Mapping = {
  code: 'reconnect_required',
  status: 422,
  message: 'Access to the WhatsApp number was revoked; the business must sign up again.',
}
/** The account is marked as expired, because tokens of WhatsApp cannot be refreshed. */
const tokenRejected: Mapping = { ...revoked, tokenRejected: true }
const unregistered: Mapping = {
  code: 'setup_incomplete',
  details: { missing: ['registration'] },
  message: 'The number is not registered or not verified; the business must sign up again and verify it.',
}
const throttled: Mapping = {
  code: 'provider_error',
  message: 'WhatsApp is receiving too many messages at the moment.',
  retryAfter: 60,
}

/** The codes from 200 to 299: each permission has its own, and the full list is not documented. */
const permissionCodes = Array.from({ length: 100 }, (_, index) => 200 + index)

/**
 * The error rules for sending templates. A message that WhatsApp rejects for good is `provider_rejected`, except for an
 * unknown template or one that is not approved, which the API answers with `provider_error`. They do not cover an
 * accepted message that is not delivered, which WhatsApp reports by webhook.
 */
const sendRules: readonly ErrorRule[] = [
  blockedAppRule,
  byCode([0, 190, 102, 104], tokenRejected),
  byCode([3, 10, 131005, ...permissionCodes], revoked),
  { match: { ...unknownObject }, ...revoked, sample: cloudSample(100, 400, 33) },
  byCode([33, 803], revoked),
  byCode([133000, 133006, 133010, 131045], unregistered),
  byCode([131042], {
    code: 'setup_incomplete',
    details: { missing: ['payment'] },
    message: 'The business has no valid payment method. Add one in WhatsApp Manager.',
  }),
  byCode([131037], { code: 'setup_incomplete', message: 'The display name of the number has not been approved yet.' }),
  byCode([134011], {
    code: 'setup_incomplete',
    details: { missing: ['payment'] },
    message: 'The business has not accepted the payment terms yet.',
  }),
  byCode([132001], {
    code: 'provider_error',
    message: 'WhatsApp has no approved template with this name in this language.',
  }),
  byCode([132015, 132016], { code: 'provider_error', message: 'The template is paused or disabled.' }),
  byCode([132005, 132007], {
    code: 'provider_rejected',
    message: 'WhatsApp rejected the content of the template.',
  }),
  byCode([132000, 132012, 132018], {
    code: 'provider_rejected',
    message: 'The values in template.bodyParameters do not match the parameters of the template.',
  }),
  byCode([131008, 131009, 100], {
    code: 'provider_rejected',
    message: 'WhatsApp rejected a value of the message, such as recipient or template.',
  }),
  byCode([131047], { code: 'window_closed' }),
  byCode([131021, 131050, 130403, 131062], {
    code: 'provider_rejected',
    message: 'WhatsApp does not deliver this message to this recipient.',
  }),
  // The same message may be delivered later.
  byCode([131026, 131049, 130472], {
    code: 'provider_error',
    message: 'WhatsApp does not deliver this message to this recipient at the moment.',
  }),
  byCode([4, 80007, 80008, 130429, 131048, 131056, 131064, 133016], throttled),
  { match: { status: 429 }, ...throttled, sample: { page, status: 429, body: 'Too Many Requests' } },
  byCode([368, 130497, 131031], { code: 'provider_rejected', message: 'WhatsApp has restricted the account.' }),
  // Failures on the network's side, whatever their HTTP status: the message may have been accepted.
  byCode([1, 2, 131000, 131016, 131057, 133004], { code: 'provider_error', outcome: 'indeterminate' }),
]

/**
 * Returns the rejection in a response; undefined for a success. WhatsApp's text about the cause (`error_data.details`)
 * is the explanation, and in the field `details`, which is only logged.
 */
function cloudRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const rejection = graphRejection(response, now)
  const details = textOf(objectOf(objectOf(bodyOf(response)['error'])['error_data'])['details'])
  if (!rejection || details === null) return rejection
  return { ...rejection, explanation: details, fields: { ...rejection.fields, details } }
}

/** Interprets the responses of calls that send templates. */
export const sendDialect: Dialect = {
  network: 'whatsapp',
  responses: whatsappResponses,
  rules: sendRules,
  rejection: cloudRejection,
}

/** Interprets the responses of calls that list templates: rejections of messages become `provider_error`. */
export const listDialect: Dialect = {
  ...sendDialect,
  rules: limitedTo(['reconnect_required', 'provider_not_configured'], sendRules),
}

/** Messages for the codes with which an accepted message fails later, keyed by code. */
const failures: Readonly<Record<string, string>> = {
  '130403': 'The recipient has not consented to messages of the business.',
  '130472': 'WhatsApp did not deliver the message, because the recipient is part of an experiment.',
  '130497': 'WhatsApp has restricted what the business may send to this country.',
  '131026': 'The message cannot be delivered to this recipient.',
  '131031': 'WhatsApp has locked the account of the business.',
  '131042': 'The business has no valid payment method.',
  '131047': "More than 24 hours have passed since the user's last message.",
  '131048': 'Too many earlier messages were reported as spam.',
  '131049': 'WhatsApp did not deliver the message, to keep the number of marketing messages low.',
  '131050': 'The recipient has opted out of marketing messages.',
  '131053': 'WhatsApp could not process the media of the message.',
  '131056': 'Too many messages were sent to this recipient in a short time.',
  '132015': 'The template is paused because of low quality.',
  '132016': 'The template is disabled because of low quality.',
}

/** The missing setup step, keyed by the code of a failure. */
const missingSteps: Readonly<Record<string, SetupStep>> = {
  '131042': 'payment',
  '134011': 'payment',
  '131045': 'registration',
  '133000': 'registration',
  '133006': 'registration',
  '133010': 'registration',
}

/** Returns the setup step that an error code of a webhook shows to be missing; null if it shows none. */
export function missingStep(code: string | null): SetupStep | null {
  return (code !== null && Object.hasOwn(missingSteps, code) ? missingSteps[code] : undefined) ?? null
}

/** Returns the error of an accepted message that failed later. The code is WhatsApp's, or `unknown` if it is null. */
export function deliveryFailure(code: string | null): NonNullable<StatusChange['error']> {
  const message = code !== null && Object.hasOwn(failures, code) ? failures[code] : undefined
  return { code: code ?? 'unknown', message: message ?? 'WhatsApp could not deliver the message.' }
}
