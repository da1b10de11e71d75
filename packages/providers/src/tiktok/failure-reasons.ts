import { type ErrorRule, type ProviderError, translate } from '../error-rules.ts'
import { type PostKind, unverifiedMedia } from './errors.ts'

const page = 'https://business-api.tiktok.com/portal/docs?id=1743172029620225 (read 2026-11-20)'

function sample(reason: string, kind: PostKind = 'video') {
  return { page, kind, data: { status: 'FAILED', reason } }
}

const pullFailures = ['video_pull_failed', 'photo_pull_failed'] as const

/** Returns whether the `reason` with which TikTok failed a post means that it could not fetch the media of the post. */
export function isPullFailure(reason: unknown): boolean {
  return pullFailures.some((one) => one === reason)
}

/**
 * The error rules for posts that TikTok accepted and then did not publish, matched by `reason` and the kind of post.
 * TikTok does not publish such a post later, so the errors are final, with the outcome `rejected`.
 */
export const reasonRules: readonly ErrorRule[] = (
  [
    {
      match: { reason: ['file_format_check_failed', 'picture_size_check_failed'], kind: 'photos' },
      code: 'invalid_image',
      message:
        'TikTok rejected one of the photos: its format or size is not allowed. Send JPEG or WebP of at most 20 MB.',
      sample: sample('picture_size_check_failed', 'photos'),
    },
    {
      match: { reason: 'file_format_check_failed' },
      code: 'invalid_video',
      message:
        'TikTok rejected the video: its format or size is not allowed. Send MP4, QuickTime or WebM of at most 1 GB.',
      sample: sample('file_format_check_failed'),
    },
    {
      match: { reason: 'duration_check_failed' },
      code: 'invalid_video',
      message: 'TikTok rejected the video: it is too short, or longer than the creator may publish.',
      sample: sample('duration_check_failed'),
    },
    {
      match: { reason: 'frame_rate_check_failed' },
      code: 'invalid_video',
      message: 'TikTok rejected the video: its frame rate must be 23 to 60 frames per second.',
      sample: sample('frame_rate_check_failed'),
    },
    {
      match: { reason: 'picture_size_check_failed' },
      code: 'invalid_video',
      message: 'TikTok rejected the video: its width and height must be at least 360 pixels.',
      sample: sample('picture_size_check_failed'),
    },
    {
      match: { reason: [...pullFailures] },
      code: 'provider_error',
      message: "TikTok could not fetch the media from this deployment's public URL.",
      sample: sample('video_pull_failed'),
    },
    {
      match: { reason: 'url_ownership_unverified' },
      ...unverifiedMedia,
      sample: sample('url_ownership_unverified'),
    },
    {
      match: { reason: 'spam_risk_too_many_posts' },
      code: 'rate_limited',
      message: 'The account has reached its daily posting limit on TikTok.',
      retryAfter: 86_400,
      sample: sample('spam_risk_too_many_posts'),
    },
    {
      match: { reason: 'spam_risk_user_banned_from_posting' },
      code: 'provider_rejected',
      message: 'TikTok does not allow the account to publish.',
      sample: sample('spam_risk_user_banned_from_posting'),
    },
    {
      match: { reason: ['spam_risk_text', 'spam_risk'] },
      code: 'provider_rejected',
      message: 'TikTok rejected the post as spam.',
      sample: sample('spam_risk_text'),
    },
    {
      match: { reason: 'auth_removed' },
      code: 'connection_expired',
      message: 'The user removed the connection while TikTok processed the post; the user must reconnect the account.',
      sample: sample('auth_removed'),
    },
    {
      match: { reason: 'internal' },
      code: 'provider_error',
      message: 'TikTok failed to process the post.',
      sample: sample('internal'),
    },
    {
      // TikTok adds reasons without notice.
      match: { status: 200 },
      code: 'provider_rejected',
      message: 'TikTok did not publish the post.',
      sample: sample('publish_cancelled'),
    },
  ] as const satisfies readonly ErrorRule[]
).map((rule) => ({ ...rule, outcome: 'rejected', final: true }))

/**
 * Returns the error for the `reason` with which TikTok failed a publish; an unknown reason becomes `provider_rejected`.
 * The error is final and its outcome is `rejected`.
 */
export function failureFor(reason: unknown, kind: PostKind): ProviderError {
  const word = typeof reason === 'string' ? reason : ''
  return translate(reasonRules, { status: 200, fields: { reason: word, kind }, explanation: word && `${word}:` })
}
