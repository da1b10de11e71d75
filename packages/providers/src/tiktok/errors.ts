import type { OutboundResponse } from '@carillon/outbound'
import { type Dialect, retryAfterOf } from '../call-network.ts'
import type { ErrorRule, Rejection } from '../error-rules.ts'
import { bodyOf } from '../json.ts'
import { tiktokResponses } from './responses.ts'

const page = 'https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)'

/** Returns a sample rejection in the response format of the Business API, whose HTTP status is 200. */
function envelope(code: number, message: string) {
  return { page, status: 200, body: { code, message, request_id: '202611201200000A1B2C3D4E5F607182', data: {} } }
}

/**
 * The rules that translate TikTok's errors to error codes of Carillon; the first matching rule applies.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
export const tiktokRules: readonly ErrorRule[] = [
  {
    match: { code: 40100 },
    code: 'rate_limited',
    message: 'TikTok is receiving too many requests at the moment.',
    // TikTok requires a wait of five minutes after its rate limit per minute was exceeded.
    retryAfter: 300,
    sample: envelope(40100, 'App reaches the QPS limit, please try again later.'),
  },
  {
    match: { status: 429 },
    code: 'rate_limited',
    message: 'TikTok is receiving too many requests at the moment.',
    retryAfter: 60,
    sample: { page, status: 429, body: 'Too Many Requests' },
  },
  {
    match: { code: [40104, 40105, 40131] },
    code: 'connection_expired',
    tokenRejected: true,
    sample: envelope(40105, 'Access token is incorrect or has been revoked.'),
  },
  {
    match: { code: [40001, 40130] },
    code: 'connection_expired',
    message: 'The connection was not granted the required permission; the user must reconnect the account.',
    sample: envelope(40130, 'The access token does not have the required permission.'),
  },
  {
    match: { code: 40101 },
    code: 'provider_not_configured',
    message: "TikTok rejected this deployment's app id or secret.",
    sample: envelope(40101, 'The app id or the app secret is incorrect.'),
  },
  {
    match: { code: [40002, 40006, 40007, 40110] },
    code: 'provider_error',
    message: 'TikTok rejected a parameter of the request.',
    sample: envelope(40007, 'publish_id: The publish task does not exist.'),
  },
]

/** The rules while an account is being connected, when there is no connection yet that could have expired. */
const connectRules: readonly ErrorRule[] = [
  {
    match: { code: [40105, 40110, 40131] },
    code: 'provider_error',
    message: 'The authorization was already used or is no longer valid. Start connecting the account again.',
    sample: envelope(40110, 'Auth code is invalid or has already been used.'),
  },
  ...tiktokRules,
]

/**
 * The rules for a refresh. If TikTok rejects the refresh token, the connection has expired; all other parameters are
 * the app's own. A permission that is missing does not end the grant.
 */
const refreshRules: readonly ErrorRule[] = [
  {
    match: { code: [40001, 40130] },
    code: 'provider_error',
    message: 'TikTok does not permit the app to refresh the connection.',
    sample: envelope(40001, 'No permission to operate this object.'),
  },
  {
    match: { code: 40110 },
    code: 'connection_expired',
    sample: envelope(40110, 'The refresh token is invalid.'),
  },
  {
    match: { code: 40002, about: 'refresh_token' },
    code: 'connection_expired',
    sample: envelope(40002, 'refresh_token: Invalid or expired.'),
  },
  ...tiktokRules,
]

/** TikTok's names of the fields of a post for its audience, permitted interactions, advertising labels and cover. */
const settingFields = [
  'privacy_level',
  'disable_comment',
  'disable_duet',
  'disable_stitch',
  'is_branded_content',
  'is_brand_organic',
  'thumbnail_offset',
  'photo_cover_index',
] as const

export type PostKind = 'video' | 'photos'

const wrongFile = {
  video: {
    code: 'invalid_video',
    message: 'TikTok rejected the file: it is not a supported video. Send MP4, QuickTime or WebM.',
  },
  photos: {
    code: 'invalid_image',
    message: 'TikTok rejected a photo: it is not a supported image. Send JPEG or WebP.',
  },
} as const satisfies Record<PostKind, Pick<ErrorRule, 'code' | 'message'>>

export const unverifiedMedia = {
  code: 'media_url_unverified',
  message: "TikTok has not verified this deployment's public media URL for its app.",
} as const satisfies Pick<ErrorRule, 'code' | 'message'>

/** Returns the error rules for submitting a post of this kind. Specific rules precede the general ones. */
function publishRules(kind: PostKind): readonly ErrorRule[] {
  return [
    {
      match: { code: 40002, about: 'url_ownership' },
      ...unverifiedMedia,
      sample: envelope(40002, 'video_url: URL ownership is not verified.'),
    },
    {
      match: { code: 40002, about: settingFields },
      code: 'invalid_post_settings',
      message: 'TikTok rejected a setting of the post that is not available to the creator.',
      sample: envelope(40002, 'post_info.disable_duet: Must be true: the creator has disabled duet.'),
    },
    { match: { code: 40908 }, ...wrongFile[kind], sample: envelope(40908, 'Unsupported file type.') },
    {
      match: { code: 40002 },
      code: 'provider_rejected',
      message: 'TikTok rejected the post.',
      sample: envelope(40002, 'post_info.caption: Mentions more than 30 users.'),
    },
    ...tiktokRules,
  ]
}

/**
 * Returns the field that a rejection concerns, from its message: TikTok has one code for all parameters. The result is
 * `url_ownership` for a media URL that is not verified, for which TikTok documents no code; undefined if the message
 * names no known field.
 */
function aboutOf(message: string): string | undefined {
  const verification = /\bverif/i.test(message) && /(url|domain|prefix)\b/i.test(message)
  if (verification || /ownership/i.test(message)) return 'url_ownership'
  if (/\brefresh[_ ]token\b/i.test(message)) return 'refresh_token'
  return settingFields.find((field) => new RegExp(`\\b${field}\\b`).test(message))
}

/**
 * Returns 400 for codes 4xxxx, which mean that nothing happened, and 500 for any other code, after which a call may
 * have taken effect.
 */
function statusOf(code: number): number {
  return Math.floor(code / 10_000) === 4 ? 400 : 500
}

/**
 * Returns the rejection in a response; undefined for a success, which has the code 0 and a status from 200 to 299.
 * TikTok usually rejects a call with the status 200: the code then decides whether anything may have happened. A
 * response without a code does not come from the API and is a rejection.
 */
function rejection(response: OutboundResponse, now: Date): Rejection | undefined {
  const { code, message } = bodyOf(response)
  const succeeded = response.status >= 200 && response.status < 300
  if (succeeded && code === 0) return undefined
  const known = typeof code === 'number'
  const explanation = typeof message === 'string' ? message : ''
  const retryAfter = retryAfterOf(response.headers, now)
  return {
    status: succeeded && known ? statusOf(code) : response.status,
    fields: { code: known ? code : undefined, about: aboutOf(explanation) },
    ...(explanation !== '' && { explanation }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

export const tiktokDialect: Dialect = { network: 'tiktok', responses: tiktokResponses, rules: tiktokRules, rejection }

export const connectDialect: Dialect = { ...tiktokDialect, rules: connectRules }

export const refreshDialect: Dialect = { ...tiktokDialect, rules: refreshRules }

/** Returns the dialect that interprets the responses when a post of this kind is submitted. */
export function publishDialect(kind: PostKind): Dialect {
  return { ...tiktokDialect, rules: publishRules(kind) }
}
