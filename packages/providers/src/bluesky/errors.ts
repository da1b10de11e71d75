import type { OutboundResponse } from '@carillon/outbound'
import { type Dialect, secondsUntil } from '../call-network.ts'
import type { ErrorRule, Rejection } from '../error-rules.ts'
import { bodyOf, numberOf, textOf } from '../json.ts'
import { rejectionBehind } from '../rejection-behind.ts'
import { blueskyResponses } from './responses.ts'

const tokenErrors = ['InvalidToken', 'ExpiredToken', 'AuthMissing', 'AuthenticationRequired', 'invalid_token']

/**
 * The error rules for calls to an account's server; the first matching rule applies.
 * @see https://docs.bsky.app/docs/category/http-reference (read 2026-11-20)
 * @see https://atproto.com/specs/xrpc#error-responses (read 2026-11-20)
 */
export const errorRules: readonly ErrorRule[] = [
  {
    match: { error: 'use_dpop_nonce' },
    code: 'provider_error',
    message: 'The server rejected the proof of possession. Try again.',
    outcome: 'rejected',
    sample: {
      status: 401,
      body: { error: 'use_dpop_nonce', message: 'Authorization server requires nonce in DPoP proof' },
    },
  },
  {
    match: { status: 401, error: tokenErrors },
    code: 'connection_expired',
    tokenRejected: true,
    sample: { status: 401, body: { error: 'InvalidToken', message: 'Token could not be verified' } },
  },
  {
    match: { status: 401, challenge: 'invalid_token' },
    code: 'connection_expired',
    tokenRejected: true,
    sample: { status: 401, headers: { 'www-authenticate': 'DPoP error="invalid_token"' }, body: {} },
  },
  {
    // Some servers reject an outdated token with 400, as sessions did before OAuth.
    match: { status: 400, error: ['ExpiredToken', 'InvalidToken'] },
    code: 'connection_expired',
    tokenRejected: true,
    sample: { status: 400, body: { error: 'ExpiredToken', message: 'Token has expired' } },
  },
  {
    match: { error: 'invalid_grant' },
    code: 'connection_expired',
    sample: { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid refresh token' } },
  },
  {
    match: { error: ['invalid_client', 'invalid_client_metadata', 'unauthorized_client'] },
    code: 'provider_not_configured',
    message: "The server rejected this deployment's app: it could not verify the client metadata or the key.",
    outcome: 'rejected',
    sample: { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } },
  },
  {
    match: { error: 'ScopeMissingError' },
    code: 'connection_expired',
    message: 'The connection was not granted the required permission; the user must reconnect the account.',
    sample: { status: 403, body: { error: 'ScopeMissingError', message: 'Missing required scope "blob:image/jpeg"' } },
  },
  {
    match: {
      error: [
        'AccountTakedown',
        'AccountDeactivated',
        'AccountNotFound',
        'RepoNotFound',
        'RepoDeactivated',
        'RepoTakendown',
      ],
    },
    code: 'connection_expired',
    message: 'The account is not active on the network; the user must reconnect it.',
    outcome: 'rejected',
    sample: { status: 401, body: { error: 'AccountDeactivated', message: 'Account is deactivated' } },
  },
  {
    match: { status: 429 },
    code: 'rate_limited',
    message: 'The server is receiving too many requests at the moment.',
    retryAfter: 60,
    sample: { status: 429, body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' } },
  },
  {
    match: { error: ['BlobNotFound', 'InvalidMimeType', 'InvalidSize'] },
    code: 'provider_error',
    message: 'The server no longer has an uploaded file.',
    sample: { status: 400, body: { error: 'BlobNotFound', message: 'Could not find blob: bafkreia' } },
  },
  {
    match: { status: 400, error: 'HandleNotFound' },
    code: 'invalid_handle',
    message: 'The handle does not resolve to an account.',
    sample: { status: 400, body: { error: 'HandleNotFound', message: 'Unable to resolve handle' } },
  },
  {
    match: { error: ['RecordNotFound', 'NotFound'] },
    code: 'post_not_found',
    message: 'The account has no post with this id.',
    sample: {
      status: 400,
      body: { error: 'RecordNotFound', message: 'Could not locate record: at://did:plc:a/app.bsky.feed.post/b' },
    },
  },
  {
    match: { status: 400, error: 'InvalidRequest' },
    code: 'provider_rejected',
    message: '',
    sample: {
      status: 400,
      body: {
        error: 'InvalidRequest',
        message: 'Invalid app.bsky.feed.post record: string too long (maximum 3000) at $.text',
      },
    },
  },
]

/** The rules for uploads to the account's server: rejections of posts and handles become `provider_error`. */
const blobRules = errorRules.filter(({ code }) => code !== 'post_not_found' && code !== 'invalid_handle')

/** The error rules for image uploads to the account's server. */
export const imageRules: readonly ErrorRule[] = [
  {
    match: { status: 413 },
    code: 'invalid_image',
    message: "The image is larger than the account's server accepts.",
    sample: {
      status: 413,
      body: { error: 'PayloadTooLarge', message: 'This file is too large. It is 6MB but the maximum size is 5MB.' },
    },
  },
  ...blobRules,
]

const videoTooLarge: ErrorRule = {
  match: { status: 413 },
  code: 'invalid_video',
  message: 'The video is larger than Bluesky accepts.',
  sample: { status: 413, body: { error: 'PayloadTooLarge', message: 'This file is too large.' } },
}

/** The error rules for videos that are uploaded directly to the account's server. */
export const videoRules: readonly ErrorRule[] = [videoTooLarge, ...blobRules]

/**
 * Returns the rule for errors that the video service reports by name while a video is uploaded in parts; the outcome is
 * `rejected` if omitted.
 */
function uploadRule(names: readonly string[], mapping: Pick<ErrorRule, 'code' | 'message' | 'outcome'>): ErrorRule {
  const [error = ''] = names
  const sample = { status: 400, body: { error, message: 'Explained.' } }
  return { match: { error: names }, outcome: 'rejected', ...mapping, sample }
}

/** The video service's error for assembling or aborting an upload while an earlier call still assembles its parts. */
export const uploadNotReady = 'UploadNotReady'

/**
 * The error rules for videos that are uploaded in parts. Unverified: the statuses of these errors, on which therefore
 * neither code nor outcome depends.
 * @see https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/video (read 2026-11-29)
 */
const uploadRules: readonly ErrorRule[] = [
  uploadRule(['VideoTooLarge'], {
    code: 'invalid_video',
    message: 'The video is larger than Bluesky accepts, or than the account may still upload today.',
  }),
  uploadRule(['VideoTooLong'], { code: 'invalid_video', message: 'The video is longer than Bluesky accepts.' }),
  uploadRule(['BadAspectRatio'], {
    code: 'invalid_video',
    message: 'Bluesky does not accept the aspect ratio of the video.',
  }),
  uploadRule(['UnsupportedContentType'], {
    code: 'invalid_video',
    message: 'Bluesky does not accept the type of the video.',
  }),
  uploadRule(['DailyLimitExceeded'], {
    code: 'upload_limit_exceeded',
    message: 'The account may not upload more videos today.',
  }),
  uploadRule(['TooManyOpenUploads'], {
    code: 'upload_limit_exceeded',
    message: 'The account has too many uploads of videos that have not ended.',
  }),
  uploadRule(['UploadForbidden'], { code: 'provider_rejected', message: 'The account may not upload videos.' }),
  uploadRule(
    [
      'UploadFailed',
      'UploadExpired',
      'UploadAborted',
      'UploadNotFound',
      uploadNotReady,
      'UploadAlreadyCompleted',
      'MissingParts',
      'PartSizeMismatch',
      'InvalidPartNumber',
    ],
    { code: 'provider_error', message: 'The upload of the video to Bluesky failed. Nothing was published.' },
  ),
  // The call may be repeated later.
  uploadRule(['ServiceOverloaded'], {
    code: 'provider_error',
    message: "Bluesky's video service is overloaded.",
    outcome: 'not_sent',
  }),
]

const uploadErrors = uploadRules.flatMap(({ match }) => match['error'] ?? [])

/** Returns whether an error name is one with which the video service rejects a video or its upload in parts. */
export function isUploadError(name: string | undefined): boolean {
  return name !== undefined && uploadErrors.includes(name)
}

/** The video service's error for an account with an unconfirmed email address. Unverified: the error's status. */
export const unconfirmedEmail = 'unconfirmed_email'

/**
 * The error rules for the video service. It never receives the account's access token, so a rejected token says nothing
 * about the connection.
 * @see https://docs.bsky.app/docs/tutorials/video (read 2026-11-20)
 */
export const videoServiceRules: readonly ErrorRule[] = [
  videoTooLarge,
  ...uploadRules,
  {
    match: { error: unconfirmedEmail },
    code: 'provider_rejected',
    message: 'The user must confirm their email address before the account can publish videos.',
    sample: {
      status: 400,
      body: { error: unconfirmedEmail, message: 'Please confirm your email before uploading a video.' },
    },
  },
  ...errorRules.filter(({ match }) => match['status'] === 429),
  {
    match: { status: 400, error: 'InvalidRequest' },
    code: 'provider_rejected',
    message: '',
    sample: { status: 400, body: { error: 'InvalidRequest', message: 'Unsupported content type' } },
  },
]

/**
 * Returns the `error` parameter of a `WWW-Authenticate` challenge; undefined if none exists.
 * @see https://www.rfc-editor.org/rfc/rfc9449#section-7.1 (read 2026-11-20)
 */
export function challengeOf(headers: Headers): string | undefined {
  return /\berror="([^"]*)"/.exec(headers.get('www-authenticate') ?? '')?.[1]
}

/**
 * Returns the rejection in a server's response; undefined for a success, a status from 200 to 299. `now` is the current
 * time, from which the seconds until the end of a rate limit are computed.
 */
export function rejectionOf(response: OutboundResponse, now: Date): Rejection | undefined {
  if (response.status >= 200 && response.status < 300) return undefined
  const { error, message, error_description: description } = bodyOf(response)
  const explanation = textOf(message) ?? textOf(description)
  const { headers } = response
  const retryAfter =
    response.status === 429
      ? (secondsUntil(headers.get('retry-after'), now) ?? secondsUntil(headers.get('ratelimit-reset'), now))
      : undefined
  return {
    status: response.status,
    fields: { error: textOf(error) ?? undefined, challenge: challengeOf(headers) },
    ...(explanation !== null && { explanation }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

/** Builds the dialect that interprets the responses of Bluesky servers by `rules`. */
export function dialect(rules: readonly ErrorRule[]): Dialect {
  return {
    network: 'bluesky',
    responses: blueskyResponses,
    rules,
    rejection: rejectionOf,
  }
}

/**
 * Returns the error name in the response that a `ProviderError` was translated from, such as `RecordNotFound`;
 * undefined for any other error, or if the response has none.
 */
export function errorNameOf(thrown: unknown): string | undefined {
  return textOf(rejectionBehind(thrown).fields['error']) ?? undefined
}

/**
 * Returns the HTTP status of the response that a `ProviderError` was translated from; undefined for any other error.
 */
export function statusOf(thrown: unknown): number | undefined {
  return numberOf(rejectionBehind(thrown).status) ?? undefined
}
