import type { ErrorRule } from '../error-rules.ts'

const away = 'X is not available for a while.'
const gone = 'The account has no post with this id.'
const mediaRejected = 'X cannot use the media of the post.'
const expired = 'X no longer accepts the connection; the account has to be connected again.'
const appRejected = "X does not accept this deployment's app."

/** Returns a sample rejection: its status, the area of the call, and the body. */
function sample(status: number, area: string, body: Record<string, unknown>) {
  return { status, area, body }
}

function problem(status: number, area: string, detail: string, more: Record<string, unknown> = {}) {
  return sample(status, area, { title: 'Forbidden', type: 'about:blank', status, detail, ...more })
}

/**
 * The statuses that say nothing about a call if they come with a page: X's firewall has blocked the call, or another
 * host responded.
 */
const blockedStatuses = [400, 401, 403, 404, 405, 413, 422] as const

/** The statuses with which Cloudflare reports that it does not reach X. */
const unreachedStatuses = Array.from({ length: 11 }, (_, index) => 520 + index)

const newer = 'https://api.x.com/2/problems'
const older = 'https://api.twitter.com/2/problems'

/**
 * The rules that translate X's errors to error codes of Carillon; the first matching rule applies. Exhausted credits
 * concern the operator's bill, not the client. A 5xx leaves the outcome of a write unknown.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors (read 2026-11-20)
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (read 2026-11-20)
 */
export const xErrors: readonly ErrorRule[] = [
  {
    // Observed, not documented: https://github.com/iSarabjitDhiman/TweeterPy/issues/105 (read 2026-11-29).
    match: { form: 'page', status: blockedStatuses },
    code: 'provider_error',
    message: 'A firewall or another host responded, not X itself. Try again later, or from another IP address.',
    sample: { status: 403, area: 'posts', body: '<!DOCTYPE html><title>Attention Required! | Cloudflare</title>' },
  },
  {
    match: { status: 402 },
    code: 'temporarily_unavailable',
    message: away,
    retryAfter: 3600,
    sample: sample(402, 'posts', {
      account_id: 1,
      title: 'CreditsDepleted',
      detail: 'Your enrolled account [1] does not have any credits to fulfill this request.',
      type: `${older}/credits`,
    }),
  },
  {
    match: { type: 'usage-capped' },
    code: 'temporarily_unavailable',
    message: away,
    retryAfter: 86_400,
    sample: sample(429, 'read', { title: 'UsageCapExceeded', type: `${older}/usage-capped`, period: 'Monthly' }),
  },
  {
    match: { status: 429 },
    code: 'temporarily_unavailable',
    message: 'X is receiving too many of these calls at the moment.',
    retryAfter: 900,
    sample: sample(429, 'posts', { errors: [{ code: 88, message: 'Rate limit exceeded' }] }),
  },
  {
    match: { status: [500, 502, 503, 504, ...unreachedStatuses] },
    code: 'temporarily_unavailable',
    message: away,
    retryAfter: 60,
    sample: problem(503, 'posts', 'Service Unavailable', { title: 'Service Unavailable' }),
  },
  {
    match: { area: 'oauth', error: 'invalid_grant' },
    code: 'connection_expired',
    message: expired,
    sample: sample(400, 'oauth', { error: 'invalid_grant' }),
  },
  {
    match: { area: 'oauth', error: 'invalid_request', reason: 'token' },
    code: 'connection_expired',
    message: expired,
    sample: sample(400, 'oauth', {
      error: 'invalid_request',
      error_description: 'Value passed for the token was invalid.',
    }),
  },
  {
    match: { area: 'oauth', error: ['unauthorized_client', 'invalid_client'] },
    code: 'provider_not_configured',
    message: appRejected,
    sample: sample(401, 'oauth', {
      error: 'unauthorized_client',
      error_description: 'Missing valid authorization header',
    }),
  },
  {
    match: { area: 'oauth', status: 401 },
    code: 'provider_not_configured',
    message: appRejected,
    sample: sample(401, 'oauth', {}),
  },
  {
    match: { type: 'client-forbidden' },
    code: 'provider_not_configured',
    message: appRejected,
    sample: sample(403, 'posts', {
      title: 'Client Forbidden',
      detail: 'This endpoint needs an App that is attached to a Project.',
      type: `${newer}/client-forbidden`,
      reason: 'client-not-enrolled',
    }),
  },
  {
    match: { status: 401 },
    code: 'connection_expired',
    message: expired,
    tokenRejected: true,
    sample: problem(401, 'posts', 'Unauthorized', { title: 'Unauthorized' }),
  },
  {
    match: { type: 'unsupported-authentication' },
    code: 'provider_error',
    message: 'X rejected the request.',
    sample: problem(403, 'posts', 'This kind of authentication is forbidden for this endpoint.', {
      type: `${older}/unsupported-authentication`,
    }),
  },
  {
    match: { status: 403, reason: 'scope' },
    code: 'connection_expired',
    message: 'The connection lacks a required permission; the user must reconnect the account.',
    sample: problem(403, 'media', 'A scope is missing.', { type: `${newer}/oauth2-permissions` }),
  },
  {
    match: { status: 403, reason: 'account', area: ['posts', 'media', 'delete'] },
    code: 'provider_rejected',
    message: 'X restricts the account until the user resolves it with X.',
    sample: problem(403, 'posts', 'Your account is suspended and is not permitted to access this feature.'),
  },
  {
    match: { status: 403, reason: 'account' },
    code: 'connection_expired',
    message: 'X has locked or suspended the account.',
    sample: problem(403, 'read', 'Your account is suspended and is not permitted to access this feature.'),
  },
  {
    match: { status: 403, reason: 'duplicate' },
    code: 'duplicate_post',
    message: 'The same text was published a short time ago. Change the text, or wait.',
    sample: problem(403, 'posts', 'You are not allowed to create a Tweet with duplicate content.'),
  },
  {
    match: { status: 403, reason: 'reply' },
    code: 'provider_rejected',
    message: 'X allows an account to reply only to users who mentioned or quoted it.',
    sample: problem(
      403,
      'posts',
      'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author.',
    ),
  },
  {
    match: { status: 403, reason: 'video' },
    code: 'invalid_media',
    message: 'The video is longer than X allows this account to publish.',
    sample: problem(403, 'posts', 'This user is not allowed to post a video longer than 20 minutes.'),
  },
  {
    match: { area: 'delete', status: 404 },
    code: 'post_not_found',
    message: gone,
    sample: problem(404, 'delete', 'Not Found'),
  },
  {
    match: { area: 'delete', status: 403, reason: 'foreign' },
    code: 'post_not_found',
    message: gone,
    sample: problem(403, 'delete', 'You are not authorized to delete this Tweet.'),
  },
  {
    match: { area: 'delete', type: 'resource-not-found' },
    code: 'post_not_found',
    message: gone,
    outcome: 'rejected',
    sample: sample(200, 'delete', { errors: [{ title: 'Not Found Error', type: `${newer}/resource-not-found` }] }),
  },
  {
    match: { area: 'media', status: [400, 413] },
    code: 'invalid_media',
    message: 'X cannot use it.',
    sample: sample(400, 'media', {
      errors: [{ message: '$.media: is not base64', parameters: { media: ['x'] } }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${older}/invalid-request`,
    }),
  },
  {
    match: { area: 'posts', status: 400, parameter: 'media' },
    code: 'invalid_media',
    message: mediaRejected,
    sample: sample(400, 'posts', {
      errors: [{ message: 'Your ids are invalid.', parameters: { 'media.media_ids': ['[1]'] } }],
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${older}/invalid-request`,
    }),
  },
  {
    match: { area: 'posts', status: 400, reason: 'media' },
    code: 'invalid_media',
    message: mediaRejected,
    sample: problem(400, 'posts', 'Your media IDs are invalid.', { title: 'Invalid Request' }),
  },
  {
    match: { area: 'delete', status: 403 },
    code: 'provider_rejected',
    message: 'X rejected the deletion.',
    sample: problem(403, 'delete', 'You are not permitted to perform this action.'),
  },
  {
    match: { area: ['posts', 'media'], status: [400, 403, 404, 422] },
    code: 'provider_rejected',
    message: 'X rejected it.',
    sample: problem(403, 'posts', 'Your Tweet text is too long.'),
  },
]

/**
 * The error rules while an account is being connected: the OAuth errors `invalid_grant` and `invalid_request` then
 * become `provider_error`, since X rejected the authorization code and there is no connection yet that could have
 * expired.
 */
export const connectErrors: readonly ErrorRule[] = [
  {
    match: { area: 'oauth', error: ['invalid_request', 'invalid_grant'] },
    code: 'provider_error',
    message: 'X did not accept the authorization. Start connecting the account again.',
    sample: sample(400, 'oauth', {
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    }),
  },
  ...xErrors,
]
