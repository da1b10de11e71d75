import type { Dialect } from '../../call-network.ts'
import type { ErrorRule } from '../../error-rules.ts'
import { graphRejection, graphSample, unknownObject } from '../../meta/errors.ts'
import { loginDialect, loginRules } from '../../meta/login-errors.ts'
import { whatsappResponses } from '../responses.ts'

const page =
  'https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes (read 2026-11-20)'

export const exchangeDialect: Dialect = loginDialect('whatsapp', whatsappResponses)

/** The rules for a token that cannot access the business account or the number. */
const unreachable: readonly ErrorRule[] = [
  {
    match: { ...unknownObject },
    code: 'missing_scope',
    message: 'The business did not share this WhatsApp account with the app.',
    sample: graphSample(100, { page, error_subcode: 33 }),
  },
  {
    match: { code: [190, 102, 131005] },
    code: 'missing_scope',
    message: 'The business has withdrawn the access to its WhatsApp account.',
    sample: graphSample(190, { page, status: 401 }),
  },
  {
    match: { code: [80007, 80008] },
    code: 'provider_error',
    message: 'WhatsApp is receiving too many requests at the moment.',
    retryAfter: 60,
    sample: graphSample(80008, { page }),
  },
]

/**
 * Interprets the responses in the steps of a sign-up after the code exchange. Rate limits become `provider_error`,
 * because Carillon's connection sessions report no error code for them.
 */
export const stepDialect: Dialect = {
  network: 'whatsapp',
  responses: whatsappResponses,
  rules: [...unreachable, ...loginRules],
  rejection: graphRejection,
}

/** The rule for a number that was registered and deregistered too often, which WhatsApp counts together. */
const tooOften: ErrorRule = {
  match: { code: 133016 },
  code: 'setup_incomplete',
  outcome: 'rejected',
  message: 'The number was registered or deregistered too often within three days; try again later.',
  sample: graphSample(133016, { page }),
}

/** Interprets the responses when a phone number is deregistered. */
export const deregisterDialect: Dialect = { ...stepDialect, rules: [tooOften, ...stepDialect.rules] }

/**
 * Interprets the responses when a phone number is registered. If it cannot be registered yet, the error is
 * `setup_incomplete`, which does not fail the sign-up: the account is connected, but its setup stays incomplete.
 */
export const registerDialect: Dialect = {
  ...stepDialect,
  rules: [
    {
      match: { code: [133000, 133005, 133006] },
      code: 'setup_incomplete',
      outcome: 'rejected',
      message:
        'The number cannot be registered yet: verify it, and turn off its two-step verification in WhatsApp Manager.',
      sample: graphSample(133000, { page }),
    },
    tooOften,
    ...stepDialect.rules,
  ],
}
