import type { ErrorCode } from '@carillon/errors'
import type { Dialect } from '../../call-network.ts'
import { type ErrorRule, limitedTo } from '../../error-rules.ts'
import { rulesWith, youtubeDialect } from '../errors.ts'

const page = 'https://developers.google.com/youtube/v3/docs/errors (read 2026-11-20)'

function sample(status: number, reason: string) {
  return { page, status, body: { error: { code: status, errors: [{ reason, message: 'Explained by YouTube.' }] } } }
}

const notFound: ErrorRule = {
  match: { reason: ['commentNotFound', 'parentCommentNotFound', 'commentThreadNotFound'] },
  code: 'comment_not_found',
  sample: sample(404, 'commentNotFound'),
}

/** The rule for a cursor that has expired or is invalid. */
const invalidCursor: ErrorRule = {
  match: { reason: ['invalidPageToken', 'processingFailure'] },
  code: 'invalid_request',
  message: 'cursor: YouTube does not accept it any more; read the first page again',
  sample: sample(400, 'invalidPageToken'),
}

/** The rule for the same reasons where the client sent no cursor. */
const failedList: ErrorRule = {
  match: { reason: ['invalidPageToken', 'processingFailure'] },
  code: 'provider_error',
  message: 'YouTube failed to list the comments.',
  sample: sample(400, 'processingFailure'),
}

/**
 * The rule for a video of another channel. Only the owner may read held or spam comments; a missing scope has a reason
 * of its own. YouTube forbids a call also if it is not authorized for another reason: where the video may be the
 * channel's, the caller has to find out.
 */
const foreignVideo: ErrorRule = {
  match: { reason: 'forbidden' },
  code: 'post_not_found',
  sample: sample(403, 'forbidden'),
}

/** The rule for a comment on a video of another channel. As for a video, the caller has to find out whose it is. */
const foreignComment: ErrorRule = {
  match: { reason: 'forbidden' },
  code: 'comment_not_found',
  sample: sample(403, 'forbidden'),
}

/** The rule for hiding the channel's own comment. Unverified: whether YouTube rejects that. */
const ownComment: ErrorRule = {
  match: { reason: 'operationNotSupported' },
  code: 'not_supported',
  message: "YouTube does not allow hiding a channel's own comments.",
  sample: sample(400, 'operationNotSupported'),
}

const rejectedComment: ErrorRule = {
  match: {
    reason: [
      'commentsDisabled',
      'commentTextRequired',
      'commentTextTooLong',
      'invalidCommentMetadata',
      'invalidCustomEmoji',
      'parentCommentIsPrivate',
      'parentIdMissing',
    ],
  },
  code: 'provider_rejected',
  message: 'YouTube rejected the comment.',
  sample: sample(400, 'commentTextTooLong'),
}

const readCodes: readonly ErrorCode[] = [
  'connection_expired',
  'provider_not_configured',
  'rate_limited',
  'quota_exhausted',
  'post_not_found',
  'comment_not_found',
  'invalid_request',
]
const writeCodes: readonly ErrorCode[] = [...readCodes, 'provider_rejected', 'not_supported']

/**
 * Returns the dialect of calls with additional rules. Rejections with other codes than `codes`, such as those of
 * uploads, become `provider_error`.
 */
function dialect(codes: readonly ErrorCode[], rules: readonly ErrorRule[]): Dialect {
  return { ...youtubeDialect, rules: limitedTo(codes, rulesWith(rules)) }
}

export const listDialect = dialect(readCodes, [notFound, failedList, foreignVideo])
/** Interprets the responses of a list that is continued at a page token. */
export const laterPageDialect = dialect(readCodes, [notFound, invalidCursor, foreignVideo])
export const writeDialect = dialect(writeCodes, [notFound, rejectedComment])
export const moderateDialect = dialect(writeCodes, [notFound, ownComment, foreignComment])
