import { commentRejections } from './comment-rejections.ts'

interface Rejection {
  status: number
  domain: string
  message: string
  location?: string
  locationType?: string
  /** The RPC status that newer Google servers add to the error, such as `UNAVAILABLE`. */
  rpc?: string
}

const body = { locationType: 'other' }
const header = { location: 'Authorization', locationType: 'header' }

/**
 * YouTube's error responses, keyed by Google's reason.
 * @see https://developers.google.com/youtube/v3/docs/errors (read 2026-11-20)
 */
const rejections = {
  ...commentRejections,
  quotaExceeded: {
    status: 403,
    domain: 'youtube.quota',
    message:
      'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.',
  },
  rateLimitExceeded: { status: 429, domain: 'usageLimits', message: 'Rate Limit Exceeded', rpc: 'RESOURCE_EXHAUSTED' },
  uploadLimitExceeded: {
    status: 400,
    domain: 'youtube.video',
    message: 'The user has exceeded the number of videos they may upload.',
  },
  backendError: { status: 503, domain: 'global', message: 'Backend Error', rpc: 'UNAVAILABLE' },
  internalError: { status: 500, domain: 'global', message: 'Internal error encountered.', rpc: 'INTERNAL' },
  required: { status: 401, domain: 'global', message: 'Login Required.', rpc: 'UNAUTHENTICATED', ...header },
  authError: { status: 401, domain: 'global', message: 'Invalid Credentials', rpc: 'UNAUTHENTICATED', ...header },
  youtubeSignupRequired: { status: 401, domain: 'youtube.header', message: 'Unauthorized', ...header },
  forbidden: { status: 403, domain: 'youtube.common', message: 'Forbidden' },
  missingRequiredParameter: {
    status: 400,
    domain: 'youtube.parameter',
    message: 'No filter selected.',
    location: 'parameters.',
    ...body,
  },
  incompatibleParameters: {
    status: 400,
    domain: 'youtube.parameter',
    message: 'Incompatible parameters specified in the request.',
    location: 'parameters.',
    ...body,
  },
  invalidFilters: {
    status: 400,
    domain: 'youtube.parameter',
    message: 'Invalid filter parameter.',
    location: 'parameters.',
    ...body,
  },
  invalidValue: { status: 400, domain: 'youtube.parameter', message: 'Invalid value.', ...body },
  invalidPageToken: {
    status: 400,
    domain: 'youtube.parameter',
    message: 'Invalid page token.',
    location: 'pageToken',
    locationType: 'parameter',
  },
  unknownPart: {
    status: 400,
    domain: 'youtube.part',
    message: 'Unknown part.',
    location: 'part',
    locationType: 'parameter',
  },
  unexpectedPart: {
    status: 400,
    domain: 'youtube.part',
    message: 'Unexpected part.',
    location: 'part',
    locationType: 'parameter',
  },
  channelForbidden: { status: 403, domain: 'youtube.channel', message: 'Channel not available to this account.' },
  playlistNotFound: {
    status: 404,
    domain: 'youtube.playlistItem',
    message: 'Playlist not found.',
    location: 'playlistId',
    locationType: 'parameter',
  },
  playlistItemNotFound: { status: 404, domain: 'youtube.playlistItem', message: 'Playlist item not found.' },
  videoNotFound: {
    status: 404,
    domain: 'youtube.video',
    message: 'Video not found.',
    location: 'id',
    locationType: 'parameter',
  },
  videoChartNotFound: {
    status: 404,
    domain: 'youtube.video',
    message: 'Video chart not available.',
    location: 'chart',
    locationType: 'parameter',
  },
  badContent: { status: 400, domain: 'global', message: 'Media type is not supported.' },
  mediaBodyRequired: { status: 400, domain: 'youtube.video', message: 'No video content.', location: 'body', ...body },
  invalidTitle: {
    status: 400,
    domain: 'youtube.video',
    message: 'The request metadata specifies an invalid or empty video title.',
    location: 'body.snippet.title',
    ...body,
  },
  invalidDescription: {
    status: 400,
    domain: 'youtube.video',
    message: 'The request metadata specifies an invalid video description.',
    location: 'body.snippet.description',
    ...body,
  },
  invalidTags: {
    status: 400,
    domain: 'youtube.video',
    message: 'The request metadata specifies invalid video keywords.',
    location: 'body.snippet.tags',
    ...body,
  },
  invalidCategoryId: {
    status: 400,
    domain: 'youtube.video',
    message: 'Invalid category.',
    location: 'body.snippet.categoryId',
    ...body,
  },
  invalidPublishAt: {
    status: 400,
    domain: 'youtube.video',
    message: 'Invalid scheduled publishing time.',
    location: 'body.status.publishAt',
    ...body,
  },
  invalidVideoMetadata: {
    status: 400,
    domain: 'youtube.video',
    message: 'The request metadata is invalid.',
    location: 'body',
    ...body,
  },
  invalidRecordingDetails: {
    status: 400,
    domain: 'youtube.video',
    message: 'Invalid recording details.',
    location: 'body.recordingDetails',
    ...body,
  },
  defaultLanguageNotSet: {
    status: 400,
    domain: 'youtube.video',
    message: 'Localizations without a default language.',
    location: 'body.localizations',
    ...body,
  },
} as const satisfies Record<string, Rejection>

export type Reason = keyof typeof rejections

/** An error response in Google's format. When a method throws it, `sendError` sends the response. */
export class GoogleError extends Error {
  readonly status: number
  readonly envelope: { error: Record<string, unknown> }
  readonly headers: Record<string, string>

  constructor(status: number, error: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(String(error['message']))
    this.status = status
    this.envelope = { error: { code: status, ...error } }
    this.headers = headers
  }
}

/**
 * Builds the error response for one of Google's reasons. The caller throws it.
 * @param told the message or location that replaces the default one
 */
export function reject(reason: Reason, told: { message?: string; location?: string } = {}): GoogleError {
  const { status, rpc, ...row }: Rejection = rejections[reason]
  const item = { ...row, reason, ...told }
  const headers: Record<string, string> =
    status === 401 ? { 'WWW-Authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' } : {}
  return new GoogleError(
    status,
    { message: item.message, errors: [item], ...(rpc === undefined ? {} : { status: rpc }) },
    headers,
  )
}

/**
 * Builds the error for a request with an unknown parameter or field, a value of the wrong type, or malformed JSON.
 * @param field the path of the invalid field
 */
export function invalidArgument(message: string, field?: string): GoogleError {
  const violation = field === undefined ? { description: message } : { field, description: message }
  return new GoogleError(400, {
    message,
    errors: [{ message, domain: 'global', reason: 'badRequest' }],
    status: 'INVALID_ARGUMENT',
    details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [violation] }],
  })
}

/**
 * Builds the error for an exhausted daily quota that is not counted in units of the Data API, such as that of uploads.
 * Google gives it the reason of a short-term rate limit; only the message contains "per day".
 * @param metric the name of the quota in the message, such as `Video Uploads`
 * @param service the host name of the API in the message, such as `youtube.googleapis.com`
 * @see https://developers.google.com/youtube/v3/determine_quota_cost (read 2026-11-20)
 */
export function dailyMetricExceeded(metric: string, service: string): GoogleError {
  const message = `Quota exceeded for quota metric '${metric}' and limit '${metric} per day' of service '${service}'.`
  return new GoogleError(429, {
    message,
    errors: [{ message, domain: 'global', reason: 'rateLimitExceeded' }],
    status: 'RESOURCE_EXHAUSTED',
  })
}

/** Builds the error for an exhausted daily quota of uploads. */
export function uploadsExceeded(): GoogleError {
  return dailyMetricExceeded('Video Uploads', 'youtube.googleapis.com')
}

/**
 * Builds the error for a token without any of the scopes that the method accepts.
 * @param method the method's name in Google's RPC system, such as `youtube.api.v3.V3DataVideoService.List`
 */
export function insufficientScope(method: string, accepted: readonly string[]): GoogleError {
  return new GoogleError(
    403,
    {
      message: 'Request had insufficient authentication scopes.',
      errors: [{ message: 'Insufficient Permission', domain: 'global', reason: 'insufficientPermissions' }],
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          domain: 'googleapis.com',
          metadata: { service: 'youtube.googleapis.com', method },
        },
      ],
    },
    {
      'WWW-Authenticate': `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${accepted.join(' ')}"`,
    },
  )
}

/** Builds the error for a call with an API key. The sandbox accepts none. */
export function invalidKey(): GoogleError {
  const message = 'API key not valid. Please pass a valid API key.'
  return new GoogleError(400, {
    message,
    errors: [{ message, domain: 'global', reason: 'badRequest' }],
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
    ],
  })
}
