import { GraphError } from '../meta/graph/graph-error.ts'

interface Row {
  title: string
  details: string
  /** The HTTP status; 400 if omitted. */
  status?: number
}

/**
 * The errors of the Cloud API, keyed by code. The texts are not Meta's.
 * @see https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-11-20)
 */
const ROWS: Record<number, Row> = {
  0: { title: 'AuthException', details: 'The access token cannot be authenticated.', status: 401 },
  1: { title: 'API Unknown', details: 'The request failed for an unknown reason.' },
  2: { title: 'API Service', details: 'The service is down or overloaded for the moment.', status: 503 },
  3: { title: 'API Method', details: 'The app lacks the capability or a permission.', status: 500 },
  4: { title: 'API Too Many Calls', details: 'The app has reached its rate limit.' },
  10: { title: 'Permission Denied', details: 'The permission was not granted or was removed.', status: 403 },
  368: { title: 'Temporarily blocked for policies violations', details: 'The account is blocked.', status: 403 },
  80007: { title: 'Rate limit issues', details: 'The WhatsApp Business account has reached its rate limit.' },
  80008: {
    title: 'There have been too many calls to this WhatsApp Business account',
    details: 'Wait a bit and try again.',
  },
  130403: { title: 'User consent required', details: 'The recipient cannot get this message.' },
  130429: { title: 'Rate limit hit', details: 'The throughput of the phone number has been reached.' },
  130472: { title: 'User is part of an experiment', details: 'The message was not sent as part of an experiment.' },
  130497: { title: 'Business account is restricted', details: 'Messages to this country are restricted.', status: 403 },
  131000: { title: 'Something went wrong', details: 'The message failed for an unknown reason.', status: 500 },
  131005: { title: 'Access denied', details: 'The permission was not granted or was removed.', status: 403 },
  131008: { title: 'Required parameter is missing', details: 'A required parameter is missing.' },
  131009: { title: 'Parameter value is not valid', details: 'A parameter has a value that is not supported.' },
  131016: { title: 'Service unavailable', details: 'A service is unavailable for the moment.', status: 500 },
  131021: { title: 'Recipient cannot be sender', details: 'Sender and recipient are the same number.' },
  131026: { title: 'Message undeliverable', details: 'The message cannot be delivered to this recipient.' },
  131031: { title: 'Account has been locked', details: 'The account is restricted or disabled.', status: 403 },
  131037: { title: 'Display name approval needed', details: 'The display name has not been approved.' },
  131042: { title: 'Business eligibility payment issue', details: 'There is no valid payment method.' },
  131045: { title: 'Incorrect certificate', details: 'The phone number is not registered.', status: 500 },
  131047: { title: 'Re-engagement message', details: 'More than 24 hours have passed since the last message.' },
  131048: { title: 'Spam rate limit hit', details: 'Too many earlier messages were blocked or reported.' },
  131049: { title: 'Not delivered to keep the ecosystem healthy', details: 'Meta chose not to deliver the message.' },
  131050: { title: 'User stopped marketing messages', details: 'The recipient opted out of marketing messages.' },
  131051: { title: 'Message type unknown', details: 'This type of message is not supported.' },
  131056: { title: 'Pair rate limit hit', details: 'Too many messages to this recipient in a short time.' },
  131057: { title: 'Account in maintenance mode', details: 'The account is in maintenance.', status: 500 },
  131062: { title: 'Recipient not supported', details: 'This message needs a phone number as recipient.' },
  131064: { title: 'Rate limit hit', details: 'Too many requests for this message.' },
  132000: { title: 'Number of parameters does not match', details: 'The number of parameters does not match.' },
  132001: {
    title: 'Template name does not exist in the translation',
    details: 'There is no such template.',
    status: 404,
  },
  132005: { title: 'Translated text too long', details: 'The text with its parameters is too long.' },
  132007: { title: 'Template format character policy violated', details: 'The content violates a policy.' },
  132012: { title: 'Parameter format does not match', details: 'A parameter is not of the format of the template.' },
  132015: { title: 'Template is paused', details: 'The template is paused because of low quality.' },
  132016: { title: 'Template is disabled', details: 'The template was paused too often and is disabled.' },
  132018: { title: 'Template parameter is not valid', details: 'A parameter of the template is not valid.' },
  133000: { title: 'Incomplete deregistration', details: 'An earlier deregistration did not finish.', status: 500 },
  133004: { title: 'Server temporarily unavailable', details: 'Registration is not available.', status: 503 },
  133005: { title: 'Two-step verification PIN mismatch', details: 'The PIN is not the right one.' },
  133006: { title: 'Phone number re-verification needed', details: 'Verify the phone number before registering it.' },
  133010: { title: 'Phone number not registered', details: 'The phone number is not registered on the platform.' },
  133016: { title: 'Account register/deregister rate limit exceeded', details: 'Too many attempts in a short time.' },
  134011: { title: 'Payments terms not accepted', details: 'The payment terms of service were not accepted.' },
}

const ERROR_CODES: number[] = Object.keys(ROWS).map(Number)

function rowOf(code: number): Row {
  const row = ROWS[code]
  if (row === undefined) throw new RangeError(`errorCode: one of ${ERROR_CODES.join(', ')}`)
  return row
}

/**
 * Builds an error in the Cloud API's format.
 * @param details the explanation, in place of the default one
 * @throws RangeError for an unknown code
 */
export function cloudError(code: number, details = rowOf(code).details): GraphError {
  const { title, status } = rowOf(code)
  return new GraphError(`(#${code}) ${title}`, {
    code,
    ...(status !== undefined && { status }),
    extra: { error_data: { messaging_product: 'whatsapp', details } },
  })
}

/** Builds the error for a code in the format of a status webhook. Throws a `RangeError` for an unknown code. */
export function statusError(code: number): Record<string, unknown> {
  const { title, details } = rowOf(code)
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes',
  }
}
