import type { ErrorCode } from '@carillon/errors'
import type { OutboundResponse } from '@carillon/outbound'
import type { Dialect } from '../../call-network.ts'
import { type ErrorRule, limitedTo, ProviderError, type Rejection, translate } from '../../error-rules.ts'
import { bodyOf, type Fields, numberOf, objectOf, textOf } from '../../json.ts'
import { blockedAppRule, graphRejection, graphSample, tokenRules, transientRules } from '../../meta/errors.ts'
import { facebookResponses } from '../responses.ts'
import type { AdsLimit } from './usage.ts'

const errorsPage =
  'https://developers.facebook.com/documentation/ads-commerce/marketing-api/error-reference (read 2026-11-20)'
const limitsPage =
  'https://developers.facebook.com/documentation/ads-commerce/marketing-api/overview/rate-limiting (read 2026-11-20)'

const insightsPage =
  'https://developers.facebook.com/documentation/ads-commerce/marketing-api/insights/error-codes (read 2026-11-28)'

function throttled(limit: AdsLimit, match: ErrorRule['match'], [code, subcode]: [number, number?]): ErrorRule {
  return {
    match,
    code: 'rate_limited',
    details: { limit },
    sample: graphSample(code, { page: limitsPage, ...(subcode !== undefined && { error_subcode: subcode }) }),
  }
}

/**
 * Rules for the rate limits of the Marketing API: those of an ad account, and those of the app, which include limits of
 * users and Pages.
 */
const adsThrottleRules: readonly ErrorRule[] = [
  throttled('ad_account', { code: 17, subcode: [2446079, 1885172] }, [17, 2446079]),
  throttled('ad_account', { code: [613, 80000, 80003, 80004, 80014] }, [613, 1487742]),
  throttled('app', { code: [4, 17, 32, 341, 80001, 80002, 80005, 80006] }, [4]),
  { ...throttled('app', { status: 429 }, [4]), sample: { page: limitsPage, status: 429, body: 'Too Many Requests' } },
]

const explained = { page: errorsPage, error_user_msg: 'Explained by Facebook.' }

/**
 * Returns the rules for an object that does not exist or that the connection cannot access, which Meta reports in the
 * same way. They translate both to `code`.
 */
function absentRules(code: ErrorCode): ErrorRule[] {
  return [
    { match: { code: 100, subcode: 33 }, code, sample: graphSample(100, { page: errorsPage, error_subcode: 33 }) },
    { match: { code: 803 }, code, sample: graphSample(803, { page: errorsPage, status: 404 }) },
  ]
}

/** The rule for errors about audiences. They have the same code as missing permissions, but subcodes of their own. */
const audienceRule: ErrorRule = {
  match: { code: 200, subcode: [1870034, 1870047] },
  code: 'provider_rejected',
  sample: graphSample(200, { ...explained, error_subcode: 1870034 }),
}

const permissionCodes = [3, 10, 294, ...Array.from({ length: 100 }, (_, index) => 200 + index)]

const permissionRule: ErrorRule = {
  match: { code: permissionCodes },
  code: 'ads_permission_required',
  sample: graphSample(294, { page: errorsPage, status: 403 }),
}

/** The leading digits of the codes and subcodes with which the Marketing API explains rejections. */
const explainedFamilies = [1340, 1373, 1404, 1487, 1815, 1870, 1885, 2238, 2446, 2490, 3858, 3867]

/** The rule for insights that the user may not read. */
const insightsPermissionRule: ErrorRule = {
  match: { code: 100, subcode: 3191001 },
  code: 'ads_permission_required',
  sample: graphSample(100, { page: insightsPage, error_subcode: 3191001 }),
}

const rejectedRules: readonly ErrorRule[] = [
  {
    match: { subcodeFamily: explainedFamilies },
    code: 'provider_rejected',
    sample: graphSample(-1, { ...explained, error_subcode: 1487566 }),
  },
  {
    match: { codeFamily: explainedFamilies },
    code: 'provider_rejected',
    sample: graphSample(1885272, explained),
  },
  {
    match: { code: [100, 368, 415, 2607, 2615, 3018, 3979, 3980, 2708008, 2859015] },
    code: 'provider_rejected',
    sample: graphSample(3979, explained),
  },
]

/** The rule for a token that was issued for another origin than the app allows. The user has to log in again. */
const originRule: ErrorRule = {
  match: { code: 457 },
  code: 'connection_expired',
  sample: graphSample(457, { page: errorsPage }),
}

/** The rule for a version of the Marketing API that Meta has ended, which it does about a year after its release. */
const versionRule: ErrorRule = {
  match: { code: 2635 },
  code: 'provider_error',
  message: 'Meta has ended the version of the Marketing API that this release of Carillon calls. Upgrade Carillon.',
  sample: graphSample(2635, {
    page: 'https://developers.facebook.com/blog/post/2024/04/16/upcoming-change-in-marketing-api-version-deprecation (read 2026-11-29)',
  }),
}

const outageRule: ErrorRule = {
  match: { code: 3910001 },
  code: 'provider_error',
  outcome: 'indeterminate',
  sample: graphSample(3910001, { page: errorsPage, status: 500 }),
}

/**
 * Returns the error rules of Marketing API calls. `absent` is the code for an object that does not exist or that the
 * connection cannot access.
 */
export function adsRules(absent: ErrorCode): readonly ErrorRule[] {
  return [
    blockedAppRule,
    ...tokenRules,
    originRule,
    ...adsThrottleRules,
    ...absentRules(absent),
    audienceRule,
    permissionRule,
    insightsPermissionRule,
    ...rejectedRules,
    versionRule,
    outageRule,
    ...transientRules,
  ]
}

function familyOf(code: unknown): number | undefined {
  return typeof code === 'number' ? Math.trunc(code / 1000) : undefined
}

/**
 * Adds to a rejection the fields `codeFamily` and `subcodeFamily`, its codes without their last three digits. Without a
 * text for users, `message` is the explanation.
 */
function completed({ retryAfter: _generic, ...known }: Rejection, message: unknown): Rejection {
  const { code, subcode } = known.fields
  const explanation = known.explanation ?? textOf(message)
  return {
    ...known,
    fields: { ...known.fields, codeFamily: familyOf(code), subcodeFamily: familyOf(subcode) },
    ...(explanation !== null && { explanation }),
  }
}

/**
 * Returns the rejection in a Marketing API response, with the fields of `graphRejection` and, in `codeFamily` and
 * `subcodeFamily`, its codes without their last three digits; undefined for a success. Without a text for users, Meta's
 * `message` is the explanation. `retryAfter` is left out: `callAds` reads the waits of each limit.
 */
export function adsRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const rejection = graphRejection(response, now)
  return rejection && completed(rejection, objectOf(bodyOf(response)['error'])['message'])
}

const reportFailed = 'The platform failed to prepare the report.'

/** The rules for a report that Meta failed to prepare. */
const reportRules: readonly ErrorRule[] = [
  {
    match: { code: -2 },
    code: 'provider_error',
    message: reportFailed,
    sample: graphSample(-2, { page: insightsPage, error_subcode: 2490547 }),
  },
  {
    match: { code: -3, subcode: 1504045 },
    code: 'provider_rejected',
    sample: graphSample(-3, { page: insightsPage, error_subcode: 1504045 }),
  },
  ...limitedTo(['rate_limited', 'ads_permission_required', 'provider_rejected'], adsRules('provider_error')),
]

/**
 * Returns the error for a report that Meta failed to prepare, translated from its fields `error_code`, `error_subcode`,
 * `error_user_msg` and `error_message`; `provider_error` without a code.
 */
export function reportFailure(report: Fields): ProviderError {
  const [code, subcode] = [numberOf(report['error_code']), numberOf(report['error_subcode'])]
  if (code === null) return new ProviderError('provider_error', reportFailed, 'rejected')
  const explanation = textOf(report['error_user_msg'])
  const fields = { code, ...(subcode !== null && { subcode }) }
  const rejection = { status: 400, fields, ...(explanation !== null && { explanation }) }
  return translate(reportRules, completed(rejection, report['error_message']))
}

export const adsDialect: Dialect = {
  network: 'facebook',
  responses: facebookResponses,
  rules: adsRules('ad_object_not_found'),
  rejection: adsRejection,
}

/**
 * Interprets the responses of the lists of the user's ad accounts and businesses, in which the client names no object.
 */
export const ownListDialect: Dialect = { ...adsDialect, rules: adsRules('provider_error') }
