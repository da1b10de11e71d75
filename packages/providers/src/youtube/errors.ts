import type { OutboundResponse } from '@carillon/outbound'
import { type Dialect, retryAfterOf } from '../call-network.ts'
import { type ErrorRule, limitedTo, type Rejection } from '../error-rules.ts'
import { bodyOf, type Fields, listOf, objectOf, textOf } from '../json.ts'
import { youtubeResponses } from './responses.ts'

const errorsPage = 'https://developers.google.com/youtube/v3/docs/errors (read 2026-11-20)'
const oauthPage = 'https://developers.google.com/identity/protocols/oauth2/web-server (read 2026-11-20)'

/** Returns a sample rejection in the error format of Google's APIs. */
function api(status: number, reason: string, message = 'Explained by YouTube.', more: Record<string, unknown> = {}) {
  return {
    page: errorsPage,
    status,
    body: { error: { code: status, message, errors: [{ reason, message }], ...more } },
  }
}

/** Returns a sample rejection of the token and revoke endpoints, which have a flat format. */
function oauth(status: number, error: string) {
  return { page: oauthPage, status, body: { error, error_description: 'Reported by Google.' } }
}

/**
 * The rules that translate YouTube's errors to error codes of Carillon; the first matching rule applies. Most match
 * YouTube's `reason`, because the same reason comes with different statuses.
 */
const youtubeRules: readonly ErrorRule[] = [
  {
    match: { reason: ['quotaExceeded', 'dailyLimitExceeded'] },
    code: 'quota_exhausted',
    message: 'The shared daily quota is used up.',
    sample: api(403, 'quotaExceeded'),
  },
  {
    // An exhausted quota of a single method is reported as an exceeded rate.
    match: { limit: 'day' },
    code: 'quota_exhausted',
    message: 'The shared daily quota is used up.',
    sample: api(429, 'rateLimitExceeded', "Quota exceeded for quota metric 'Queries' and limit 'Queries per day'."),
  },
  {
    match: { reason: ['rateLimitExceeded', 'userRateLimitExceeded', 'uploadRateLimitExceeded'] },
    code: 'rate_limited',
    message: 'YouTube is receiving too many requests at the moment.',
    retryAfter: 10,
    sample: api(403, 'rateLimitExceeded'),
  },
  {
    match: { reason: 'uploadLimitExceeded' },
    code: 'upload_limit_exceeded',
    message: "The channel has reached YouTube's upload limit. Try again later.",
    sample: api(400, 'uploadLimitExceeded', 'The user has exceeded the number of videos they may upload.'),
  },
  {
    match: {
      reason: [
        'invalidTitle',
        'invalidDescription',
        'invalidTags',
        'invalidCategoryId',
        'invalidVideoMetadata',
        'invalidFilename',
        'invalidRecordingDetails',
        'defaultLanguageNotSet',
      ],
    },
    code: 'provider_rejected',
    message: 'YouTube rejected the title, description or another field of the video.',
    sample: api(400, 'invalidCategoryId', 'Invalid category.'),
  },
  {
    match: {
      reason: ['invalidPublishAt', 'forbiddenPrivacySetting', 'forbiddenLicenseSetting', 'forbiddenEmbedSetting'],
    },
    code: 'invalid_post_settings',
    message: 'YouTube does not allow this privacy or publishing time for the channel.',
    sample: api(400, 'invalidPublishAt'),
  },
  {
    match: { reason: ['mediaBodyRequired', 'badContent'] },
    code: 'invalid_video',
    message: 'YouTube rejected the file: it is not a supported video.',
    sample: api(400, 'mediaBodyRequired'),
  },
  {
    match: { status: 415 },
    code: 'invalid_video',
    message: 'YouTube does not support files of this type.',
    sample: { page: errorsPage, status: 415, body: 'Unsupported Media Type' },
  },
  {
    match: { reason: ['youtubeSignupRequired', 'authenticatedUserNotChannel'] },
    code: 'connection_expired',
    message: 'The account has no channel any more; the user must reconnect it.',
    sample: api(401, 'youtubeSignupRequired'),
  },
  {
    match: { reason: ['authenticatedUserAccountClosed', 'authenticatedUserAccountSuspended'] },
    code: 'connection_expired',
    message: 'The account was closed or suspended by YouTube.',
    sample: api(403, 'authenticatedUserAccountSuspended'),
  },
  {
    match: { detail: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' },
    code: 'connection_expired',
    message: 'The connection lacks a required permission; the user must reconnect the account.',
    sample: api(403, 'forbidden', 'Request had insufficient authentication scopes.', {
      details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
    }),
  },
  {
    match: { reason: 'insufficientPermissions' },
    code: 'connection_expired',
    message: 'The connection lacks a required permission; the user must reconnect the account.',
    sample: api(403, 'insufficientPermissions'),
  },
  {
    match: { detail: ['API_KEY_INVALID', 'SERVICE_DISABLED'] },
    code: 'provider_not_configured',
    message: "YouTube's interface is not switched on for this deployment's app.",
    sample: api(403, 'forbidden', 'Disabled.', { details: [{ reason: 'SERVICE_DISABLED' }] }),
  },
  {
    match: { detail: ['CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED'] },
    code: 'provider_not_configured',
    message: "Google has suspended this deployment's app, or does not accept its project.",
    sample: api(403, 'forbidden', "Consumer 'project_number:1' has been suspended.", {
      details: [{ reason: 'CONSUMER_SUSPENDED' }],
    }),
  },
  {
    match: { reason: ['accessNotConfigured', 'keyInvalid'] },
    code: 'provider_not_configured',
    message: "YouTube's interface is not switched on for this deployment's app.",
    sample: api(403, 'accessNotConfigured'),
  },
  {
    match: { reason: ['videoNotFound', 'playlistNotFound', 'channelNotFound'] },
    code: 'post_not_found',
    message: 'The account has no video with this id.',
    sample: api(404, 'videoNotFound'),
  },
  {
    match: { reason: ['forbidden', 'ineligibleAccount', 'operationNotSupported', 'processingFailure'] },
    code: 'provider_rejected',
    message: 'YouTube rejected the request for this channel.',
    sample: api(403, 'forbidden', 'Forbidden'),
  },
  {
    match: { error: 'invalid_grant' },
    code: 'connection_expired',
    sample: oauth(400, 'invalid_grant'),
  },
  {
    match: { error: ['invalid_client', 'unauthorized_client', 'deleted_client', 'redirect_uri_mismatch'] },
    code: 'provider_not_configured',
    message: "Google rejected this deployment's app credentials or redirect URI.",
    sample: oauth(401, 'invalid_client'),
  },
  {
    match: { status: 401 },
    code: 'connection_expired',
    tokenRejected: true,
    sample: api(401, 'authError', 'Invalid Credentials', { status: 'UNAUTHENTICATED' }),
  },
  {
    match: { status: 429 },
    code: 'rate_limited',
    message: 'YouTube is receiving too many requests at the moment.',
    retryAfter: 10,
    sample: { page: errorsPage, status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } } },
  },
  {
    match: { status: 400, rpc: 'INVALID_ARGUMENT' },
    code: 'provider_rejected',
    message: 'YouTube rejected a value of the request.',
    sample: api(400, 'badRequest', "Invalid value at 'resource.snippet.tags'", { status: 'INVALID_ARGUMENT' }),
  },
]

/**
 * The error rules while an account is being connected. There is no connection yet that could have expired, so a
 * rejected authorization becomes `provider_error`, and a user without a channel `no_channel`.
 */
const connectRules: readonly ErrorRule[] = [
  {
    match: { reason: ['youtubeSignupRequired', 'authenticatedUserNotChannel'] },
    code: 'no_channel',
    message: 'The selected account has no YouTube channel.',
    sample: api(401, 'youtubeSignupRequired'),
  },
  {
    match: { error: 'invalid_grant' },
    code: 'provider_error',
    message: 'The authorization was already used or is no longer valid. Start connecting the account again.',
    sample: oauth(400, 'invalid_grant'),
  },
  ...youtubeRules,
]

/**
 * Returns `day` if an exceeded limit is one per day, otherwise undefined. Only the message distinguishes it from a
 * limit per second.
 */
function limitOf(reason: string | undefined, rpc: string | undefined, message: unknown): string | undefined {
  const exceeded = reason === 'rateLimitExceeded' || rpc === 'RESOURCE_EXHAUSTED'
  return exceeded && typeof message === 'string' && /\bper day\b/.test(message) ? 'day' : undefined
}

/**
 * Returns the fields of an error response that the rules match: the reason in the first of `errors`, the first reason
 * in `details` (`detail`), the `status` (`rpc`) that newer servers add, and whether a daily limit was exceeded
 * (`limit`). For the token endpoint, only its `error`.
 */
function fieldsOf(body: Fields): Rejection['fields'] {
  if (typeof body['error'] === 'string') return { error: body['error'] }
  const { errors, details, status, message } = objectOf(body['error'])
  const [first = {}] = listOf(errors)
  const [detail] = listOf(details).flatMap(({ reason }) => textOf(reason) ?? [])
  const [reason, rpc] = [textOf(first['reason']) ?? undefined, textOf(status) ?? undefined]
  return { reason, detail, rpc, limit: limitOf(reason, rpc, message) }
}

function rejection(response: OutboundResponse, now: Date): Rejection | undefined {
  if (response.status < 300) return undefined
  const body = bodyOf(response)
  const explanation = textOf(objectOf(body['error'])['message'])
  const retryAfter = retryAfterOf(response.headers, now)
  return {
    status: response.status,
    fields: fieldsOf(body),
    // Some of Google's messages contain links in HTML.
    ...(explanation !== null && { explanation: explanation.replace(/<[^<>]*>/g, '') }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export const youtubeDialect: Dialect = {
  network: 'youtube',
  responses: youtubeResponses,
  rules: youtubeRules,
  rejection,
}

export const connectDialect: Dialect = { ...youtubeDialect, rules: connectRules }

/**
 * Returns the general rules together with additional ones. First come the general rules that match a `detail` (about
 * scopes and the app), then the additional rules, then the other general rules: a rejection with a `detail` also has
 * the reason `forbidden`, which some additional rules match.
 */
export function rulesWith(rules: readonly ErrorRule[]): readonly ErrorRule[] {
  const detailRules = youtubeRules.filter(({ match }) => 'detail' in match)
  return [...detailRules, ...rules, ...youtubeRules.filter((rule) => !detailRules.includes(rule))]
}

const codes = ['connection_expired', 'provider_not_configured', 'rate_limited', 'quota_exhausted'] as const

/** Interprets the responses of reads: rejections of uploads and changes become `provider_error`. */
export const readDialect = { ...youtubeDialect, rules: limitedTo([...codes, 'post_not_found'], youtubeRules) }

/** Interprets the responses of deletions: rejections of uploads become `provider_error`. */
export const deleteDialect: Dialect = {
  ...youtubeDialect,
  rules: limitedTo([...codes, 'post_not_found', 'provider_rejected'], youtubeRules),
}

/**
 * The rules for reports. A forbidden report means a missing scope. Rejections with codes that reports do not have
 * become `provider_error`.
 */
const reportRules: readonly ErrorRule[] = limitedTo(
  codes,
  rulesWith([
    {
      match: { reason: 'forbidden', status: 403 },
      code: 'connection_expired',
      message: 'The connection lacks a required permission; the user must reconnect the account.',
      sample: api(403, 'forbidden', 'Forbidden'),
    },
  ]),
)

export const reportDialect: Dialect = { ...youtubeDialect, rules: reportRules }

/** Interprets the responses of the uploads playlist for a report: `post_not_found` means that nothing was uploaded. */
export const reportedUploadsDialect: Dialect = {
  ...reportDialect,
  rules: [...youtubeRules.filter(({ code }) => code === 'post_not_found'), ...reportRules],
}

/**
 * Interprets the responses of upload URLs. 308 reports the progress, 404 and 410 the end of the session; none of them
 * is a rejection.
 */
export const uploadDialect: Dialect = {
  ...youtubeDialect,
  rejection: (response, now) => ([308, 404, 410].includes(response.status) ? undefined : rejection(response, now)),
}
