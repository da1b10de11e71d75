import type { Platform } from '@carillon/domain'
import type { Dialect } from '../call-network.ts'
import type { DocumentedResponses } from '../drift.ts'
import type { ErrorRule } from '../error-rules.ts'
import { blockedAppRule, graphRejection, graphSample, throttleRules, transientRules } from './errors.ts'

const loginPage =
  'https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow (read 2026-11-20)'

/**
 * Error rules during a login with Facebook, when there is no connection yet that could have expired: a permission that
 * was not granted becomes `missing_scope`, any other rejection `provider_error`.
 */
export const loginRules: readonly ErrorRule[] = [
  // A connection session has no error code for the app.
  { ...blockedAppRule, code: 'provider_error' },
  {
    match: { code: 100, subcode: [36007, 36008, 36009] },
    code: 'provider_error',
    message: 'The authorization was already used or is no longer valid. Start connecting the account again.',
    sample: graphSample(100, { page: loginPage, error_subcode: 36009 }),
  },
  {
    match: { code: [10, 200] },
    code: 'missing_scope',
    message: 'The user did not grant a permission that the connection requires.',
    sample: graphSample(200, { page: loginPage, status: 403 }),
  },
  {
    match: { code: 101 },
    code: 'provider_error',
    message: "The platform rejected this deployment's app credentials.",
    sample: graphSample(101, { page: loginPage }),
  },
  // A connection session has no error code for rate limits.
  ...throttleRules.map((rule) => ({ ...rule, code: 'provider_error' as const })),
  ...transientRules,
]

/**
 * Returns the dialect (error rules and documented responses) for Graph API calls during a login with Facebook.
 * `network` is the one whose accounts are connected, `responses` its documented successful responses, with which the
 * actual ones are compared.
 */
export function loginDialect(network: Platform, responses: DocumentedResponses): Dialect {
  return { network, responses, rules: loginRules, rejection: graphRejection }
}
