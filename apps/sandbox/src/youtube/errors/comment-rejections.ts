/**
 * The error responses of methods for comments, keyed by Google's reason.
 * @see https://developers.google.com/youtube/v3/docs/errors (read 2026-11-20)
 * @see https://developers.google.com/youtube/v3/docs/comments/setModerationStatus (read 2026-11-20)
 */
export const commentRejections = {
  commentNotFound: {
    status: 404,
    domain: 'youtube.comment',
    message: 'One or more of the specified comments cannot be found.',
    location: 'id',
    locationType: 'parameter',
  },
  parentCommentNotFound: {
    status: 404,
    domain: 'youtube.comment',
    message: 'The specified parent comment could not be found.',
    location: 'body.snippet.parentId',
    locationType: 'other',
  },
  parentIdMissing: {
    status: 400,
    domain: 'youtube.comment',
    message: 'The request does not identify the comment that is replied to.',
    location: 'body.snippet.parentId',
    locationType: 'other',
  },
  commentTextRequired: {
    status: 400,
    domain: 'youtube.comment',
    message: 'The comment has no text.',
    location: 'body.snippet.textOriginal',
    locationType: 'other',
  },
  commentTextTooLong: {
    status: 400,
    domain: 'youtube.comment',
    message: 'The comment has more characters than are allowed.',
    location: 'body.snippet.textOriginal',
    locationType: 'other',
  },
  invalidCommentMetadata: {
    status: 400,
    domain: 'youtube.comment',
    message: 'The request contains invalid metadata.',
    location: 'body',
    locationType: 'other',
  },
  operationNotSupported: {
    status: 400,
    domain: 'youtube.comment',
    message: 'The comment does not support this operation.',
  },
  banWithoutReject: {
    status: 400,
    domain: 'youtube.comment',
    message: 'An author can be banned only while a comment is rejected.',
    location: 'banAuthor',
    locationType: 'parameter',
  },
  commentsDisabled: {
    status: 403,
    domain: 'youtube.commentThread',
    message: 'The video has <a href="/youtube/answer/185240">disabled comments</a>.',
    location: 'videoId',
    locationType: 'parameter',
  },
  ineligibleAccount: {
    status: 403,
    domain: 'youtube.comment',
    message: 'The account cannot be used for this: it has no channel.',
  },
  channelNotFound: {
    status: 404,
    domain: 'youtube.commentThread',
    message: 'The specified channel could not be found.',
    location: 'channelId',
    locationType: 'parameter',
  },
  channelOrVideoIdMissing: {
    status: 400,
    domain: 'youtube.commentThread',
    message: 'The request does not identify the video or channel of the new thread.',
    location: 'body.snippet.videoId',
    locationType: 'other',
  },
} as const
