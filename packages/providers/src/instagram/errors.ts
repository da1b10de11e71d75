import type { OutboundResponse } from '@carillon/outbound'
import type { Dialect } from '../call-network.ts'
import { type ErrorRule, limitedTo, ProviderError, type Rejection, translate } from '../error-rules.ts'
import { bodyOf, textOf } from '../json.ts'
import { codesOf } from '../meta/codes.ts'
import { contentAndAccountRules, graphRejection, graphRules, graphSample, unknownObject } from '../meta/errors.ts'
import { loginRules } from '../meta/login-errors.ts'
import { instagramResponses } from './responses.ts'

export { codesOf }

const page =
  'https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes (read 2026-11-20)'
const loginPage =
  'https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)'

/**
 * The subcodes of Instagram's errors after which the steps of publishing do not simply fail, keyed by meaning: they add
 * details, wait, retry, or recreate the containers (Instagram's objects for media that is to be published).
 */
export const subcodes = {
  quota: 2207042,
  notReady: 2207027,
  /** Instagram could not fetch the image from its URL, or not in time. */
  unfetched: [2207052, 2207003],
  /** The container is unknown, expired or broken, and has to be created again. */
  lost: [2207006, 2207008, 2207020, 2207032],
  /** Instagram failed while processing the call; it may have taken effect. */
  failed: [2207001, 2207053],
} as const

type Mapping = Omit<ErrorRule, 'match' | 'sample'>

/**
 * Returns a rule that matches a subcode alone, so that it also applies to the status of a container, which has no code.
 * `code` is the code in the sample.
 */
function bySubcode(code: number, subcode: number | readonly number[], mapping: Mapping): ErrorRule {
  const [first = 0] = [subcode].flat()
  const explanation = { error_user_title: 'Reported by Instagram', error_user_msg: 'Explained by Instagram.' }
  return { match: { subcode }, ...mapping, sample: graphSample(code, { page, error_subcode: first, ...explanation }) }
}

function byCode(code: number | readonly number[], mapping: Mapping): ErrorRule {
  const [first = 0] = [code].flat()
  return { match: { code }, ...mapping, sample: graphSample(first, { page }) }
}

const tooBig: Mapping = {
  code: 'invalid_image',
  message: 'Instagram rejected the image: it is too large. Send at most 8 MB.',
}
const format: Mapping = { code: 'invalid_image', message: 'Instagram rejected the image: it must be a JPEG.' }
const shape: Mapping = {
  code: 'invalid_image',
  message: 'Instagram rejected the image: its aspect ratio must be between 4:5 (tall) and 1.91:1 (wide). Crop it.',
}
const caption: Mapping = {
  code: 'provider_rejected',
  message: 'Instagram rejected the caption: it can have at most 2200 characters, 30 hashtags and 20 mentions.',
}
const metadata: Mapping = {
  code: 'provider_rejected',
  message: 'Instagram rejected the caption, alt texts, tags or collaborators of the post.',
}
/** For users whose profile is private or who do not permit it, and for names that nobody has. */
const untaggable: Mapping = {
  code: 'provider_rejected',
  message: 'Instagram cannot tag or invite a user of the post: correct or remove the name.',
}
const quota: Mapping = {
  code: 'provider_rejected',
  message: 'The account has published as many posts as Instagram allows within 24 hours.',
}
const unfetched: Mapping = {
  code: 'provider_error',
  message:
    'Instagram could not fetch an image from this deployment; its public address has to be reachable from the internet, without credentials, and robots.txt must not forbid it.',
}
const failed: Mapping = { code: 'provider_error', message: 'Instagram failed to prepare or publish the images.' }
const invisible: Mapping = {
  code: 'connection_expired',
  message: 'The connection no longer has access to the account; the user must reconnect it.',
}

/** The rules for Instagram's own codes. Subcodes are matched first, because one code has many meanings. */
const ownRules: readonly ErrorRule[] = [
  // A closed reply window, for which only messages have a code of their own.
  bySubcode(10, [2534022, 2018278], {
    code: 'provider_error',
    message: "More than 24 hours have passed since the user's last message.",
  }),
  bySubcode(9, subcodes.quota, quota),
  bySubcode(4, [2207051, 2207050], {
    code: 'provider_rejected',
    message: 'Instagram restricts the account, or blocked the action as spam.',
  }),
  bySubcode(36000, 2207004, tooBig),
  bySubcode(36001, 2207005, format),
  bySubcode(36003, 2207009, shape),
  bySubcode(36004, 2207010, caption),
  bySubcode(100, [2207023, 2207028, 2207035, 2207036, 2207037, 2207040], metadata),
  // Observed, not documented: https://github.com/gitroomhq/postiz-app/pull/1876 (read 2026-11-29).
  bySubcode(110, 2207018, untaggable),
  bySubcode(9004, subcodes.unfetched, unfetched),
  bySubcode(9007, subcodes.notReady, { code: 'provider_error', message: 'Instagram is not ready to publish it yet.' }),
  bySubcode(24, subcodes.lost, failed),
  bySubcode(-1, subcodes.failed, { ...failed, outcome: 'indeterminate' }),
  byCode(36000, tooBig),
  byCode(36001, format),
  byCode(36003, shape),
  byCode(36004, caption),
  byCode(9004, unfetched),
  byCode(9, quota),
  byCode(25, { code: 'provider_rejected', message: 'Instagram restricts the account.' }),
  byCode([3, 803], invisible),
  { match: { ...unknownObject }, ...invisible, sample: graphSample(100, { error_subcode: 33 }) },
]

export const instagramRules: readonly ErrorRule[] = [
  ...ownRules,
  ...graphRules('connection_expired'),
  ...contentAndAccountRules,
  byCode([-1, -2], { ...failed, outcome: 'indeterminate' }),
]

/**
 * The rules for reads, which create nothing that Instagram could reject: errors other than an expired connection, a
 * rate limit or an app that Meta blocks become `provider_error`.
 */
const readRules = limitedTo(['connection_expired', 'rate_limited', 'provider_not_configured'], instagramRules)

export const instagramDialect: Dialect = {
  network: 'instagram',
  responses: instagramResponses,
  rules: readRules,
  rejection: graphRejection,
}

/**
 * The rules for reports. All errors except `connection_expired` and `provider_not_configured` become `provider_error`;
 * for a rate limit of Meta, it contains the seconds to wait.
 */
const reportRules = limitedTo(['connection_expired', 'provider_not_configured'], instagramRules)

export const reportDialect: Dialect = { ...instagramDialect, rules: reportRules }

/**
 * The error rules for publishing. An invalid parameter (code 100) that no other rule matches becomes
 * `provider_rejected` for the texts, tags or collaborators, which are the usual cause: Instagram does not name the
 * parameter.
 */
const publishRules: readonly ErrorRule[] = [...instagramRules, byCode(100, metadata)]

export const publishDialect: Dialect = { ...instagramDialect, rules: publishRules }

/**
 * The error rules for exchanging an authorization code of a login with Instagram for a token. That endpoint has its own
 * error format, from which a rejected code, secret or redirect URL becomes `provider_error`.
 */
const exchangeRules: readonly ErrorRule[] = [
  {
    match: { error: 'OAuthException', status: 400 },
    code: 'provider_error',
    // The endpoint reports a used code, a wrong secret and a wrong redirect URL with the same code.
    message:
      "Instagram did not accept the authorization. Start connecting the account again; if that does not help, the app's credentials or callback address are wrong.",
    sample: {
      page: loginPage,
      status: 400,
      body: {
        error_type: 'OAuthException',
        code: 400,
        error_message: 'Matching code was not found or was already used',
      },
    },
  },
  ...loginRules,
]

function exchangeRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const error = textOf(bodyOf(response)['error_type'])
  return error === null ? graphRejection(response, now) : { status: response.status, fields: { error } }
}

export const exchangeDialect: Dialect = {
  network: 'instagram',
  responses: instagramResponses,
  rules: exchangeRules,
  rejection: exchangeRejection,
}

/** Returns whether an error was translated from a response of Instagram with one of the subcodes in `wanted`. */
export function hasSubcode(thrown: unknown, wanted: readonly number[]): boolean {
  const { subcode } = codesOf(thrown)
  return typeof subcode === 'number' && wanted.includes(subcode)
}

/**
 * Converts the subcode of a failed container to the error of the publish; `provider_error` if the subcode is undefined
 * or unknown. The outcome is `rejected`, as nothing of the container was published.
 */
export function containerError(subcode: number | undefined): ProviderError {
  const rejection = { status: 400, fields: { subcode } }
  const { code, message, cause } = translate([...ownRules, { match: {}, ...failed, sample: null }], rejection)
  return new ProviderError(code, message, 'rejected', { cause })
}
