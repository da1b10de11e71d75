import {
  capabilities,
  closed,
  commentShape,
  limits,
  nullableText,
  nullableTimestamp,
  type PlatformWith,
  platformsWith,
  postSummaryShape,
  recentCommentShape,
  supports,
  uuid,
} from '@carillon/domain'
import type { ErrorCode } from '@carillon/errors'
import type { Operation } from '../operation.ts'
import { byPlatform, ifNoneMatch, object, ofAccount, publishBefore, withRules } from '../parameters.ts'

type ReplyPlatform = PlatformWith<'comments.reply'>
type HidePlatform = PlatformWith<'comments.hide'>

const providerId = { type: 'string', minLength: 1, maxLength: 512 } as const
const postId = {
  ...providerId,
  description: "The platform's id of the post: that of a post in `posts` of `GET /comments`, or of an older post.",
} as const
const commentId = {
  ...providerId,
  description: "The platform's id of a comment or reply, as `GET /comments` returns it, percent-encoded.",
} as const
function createBody(platform: ReplyPlatform) {
  const cell = capabilities['comments.reply'].cells[platform]
  const body = object(
    {
      platform: { type: 'string', const: platform },
      accountId: uuid,
      profileId: uuid,
      postId,
      parentId: { ...providerId, description: 'The id of the comment to reply to, which can itself be a reply.' },
      message: { type: 'string', minLength: 1, maxLength: cell.maxLength },
    },
    ['platform', 'accountId', 'message'],
  )
  if (!supports('comments.comment', platform)) {
    return withRules(body, {
      required: [...body.required, 'parentId'],
      'x-rule': 'The platform supports replies only: parentId is required.',
    })
  }
  if ('needsPostId' in cell) {
    return withRules(body, {
      required: [...body.required, 'postId'],
      'x-rule': 'With parentId the comment is a reply, otherwise a comment on the post.',
    })
  }
  return withRules(body, {
    anyOf: [{ required: ['postId'] }, { required: ['parentId'] }],
    'x-rule': 'postId or parentId is required: with parentId the comment is a reply, otherwise a comment on the post.',
  })
}

const switches = {
  hidden: {
    type: 'boolean',
    description:
      'Whether the comment is hidden from the public, though not from its author, or, on youtube, held for review. If omitted, it stays as it is.',
  },
  liked: { type: 'boolean', description: 'Whether the account likes the comment. If omitted, it stays as it is.' },
} as const

function changeBody(platform: HidePlatform) {
  const needsPostId = 'needsPostId' in capabilities['comments.hide'].cells[platform]
  const fields = object(
    { platform: { type: 'string', const: platform }, accountId: uuid, profileId: uuid, postId, ...switches },
    ['platform', 'accountId'],
  )
  const needed = needsPostId
    ? ' With hidden, postId is required; with liked alone, only for a comment that Carillon has not stored (`comment_not_found`).'
    : ''
  if (!supports('comments.like', platform)) {
    const { liked, ...properties } = fields.properties
    return withRules(fields, {
      // The type shows `liked` for every platform; a body that has it fails the schema where it is not supported.
      properties,
      required: [...fields.required, 'hidden'],
      'x-rule': 'hidden is required.',
    })
  }
  return withRules(fields, {
    anyOf: [{ required: ['hidden'] }, { required: ['liked'] }],
    ...(needsPostId && { dependentRequired: { hidden: ['postId'] } }),
    'x-rule': `At least one of hidden and liked must be given.${needed}`,
  })
}

const about = {
  platform: { type: 'string', enum: platformsWith('comments.list') },
  accountId: uuid,
  profileId: uuid,
} as const

const errors = [
  'profile_not_found',
  'account_not_found',
  'unsupported_platform',
  'post_not_found',
  'connection_expired',
  'provider_not_configured',
  'page_not_selected',
  'quota_exhausted',
  'provider_error',
] as const satisfies readonly ErrorCode[]

export const commentOperations = {
  'comments.list': {
    method: 'get',
    path: '/comments',
    tag: 'Comments',
    scope: 'comments:read',
    summary: 'List the comments on a post',
    description:
      'Returns the comments that Carillon has stored for the post, newest first, including replies. If complete is false, comments can be missing: repeat the request later or, with a nextCursor, read older ones page by page. Only the 10,000 newest are listed, or as many as the setting COMMENTS_PER_POST says. A stored list older than a minute (ten minutes on youtube, or as the setting COMMENTS_STALE_AFTER_SECONDS says) is returned at once and refreshed in the background. The first read of a post fetches the newest comments from the platform before it responds, and the rest in the background. To receive a list only if it has changed, send the ETag of the previous response as If-None-Match.',
    profile: 'required',
    capability: 'comments.list',
    fieldCapabilities: { cursor: 'comments.cursor' },
    // The first page contains all stored comments, the next ones are read from the platform.
    repeatsItems: true,
    query: object(
      {
        ...ofAccount,
        postId: {
          ...postId,
          description: "The platform's id of the post. Default: that of the cursor, or the newest of `posts`.",
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 4096,
          description:
            'The nextCursor of the previous response; tiktok and youtube only. With a cursor, the response contains only that page, read from the platform; without one, it contains all stored comments.',
        },
      },
      ['platform', 'accountId'],
    ),
    headers: ifNoneMatch,
    responses: {
      200: {
        description: 'The comments of the post, and the newest posts of the account.',
        schema: closed({
          ...about,
          postId: {
            ...nullableText,
            description:
              "The platform's id of the post whose comments are listed, which can be another one of its ids than the request has; null for an account without posts.",
          },
          posts: { type: 'array', items: postSummaryShape },
          comments: { type: 'array', items: commentShape },
          nextCursor: {
            ...nullableText,
            description:
              'The cursor with which the next page of older comments is read from the platform. Null if no page follows, and always on instagram and facebook.',
          },
          complete: {
            type: 'boolean',
            description:
              'Whether the list contains every top-level comment of the post; with cursor: whether Carillon has stored all of them and this page is the last. If it is false without a nextCursor, Carillon has not read the whole list yet, has stored its maximum for a post, or cannot read the comments because the platform does not list them: it counts comments but lists none, or the post is an ad.',
          },
          syncedAt: {
            ...nullableTimestamp,
            description:
              'When Carillon last began to compare the list with the platform: later changes can be missing and, on a post with many comments, earlier changes of older comments and of replies. Null if it has not done so, and for an account without posts.',
          },
        }),
      },
      304: { description: 'Not modified: the list has the ETag in If-None-Match.', schema: null },
    },
    errors: [...errors, 'not_supported'],
  },
  'comments.recent': {
    method: 'get',
    path: '/comments/recent',
    tag: 'Comments',
    scope: 'comments:read',
    summary: 'List recent comments of several posts and accounts',
    description:
      "Returns the stored comments on all posts of one account, or of all accounts of a profile, newest first, including replies. accountId or profileId is required. No platform is called: stored comments change with the platforms' webhook events, with changes made through Carillon, and with the reads that `GET /comments` causes. The stored comments of a post are deleted 30 days (or as many as the setting COMMENTS_KEPT_DAYS says) after the last `GET /comments` for it or, without one, after Carillon first stored the post.",
    profile: 'required',
    capability: 'comments.list',
    query: object(
      {
        accountId: { ...uuid, description: 'Only comments on posts of this account.' },
        profileId: { ...uuid, description: 'Only comments on posts of the accounts of this profile.' },
        unanswered: {
          type: 'boolean',
          description:
            'If true, only comments by other users that the account has not answered are listed. A top-level comment is answered by any reply of the account in its thread, a reply by another user by any later one. Default: false.',
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: limits.recentCommentsPage,
          description: 'The maximum number of comments. Default: 50.',
        },
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 1024,
          description: 'The nextCursor of the previous page; if omitted, the list begins with the newest comment.',
        },
      },
      [],
    ),
    responses: {
      200: {
        description: 'A page of comments; nextCursor is null on the last one.',
        schema: {
          ...closed({ comments: { type: 'array', items: recentCommentShape }, nextCursor: nullableText }),
          ...{ 'x-name': 'RecentCommentList' },
        },
      },
    },
    errors: ['profile_required', 'profile_not_found', 'account_not_found', 'unsupported_platform'],
  },
  'comments.create': {
    method: 'post',
    path: '/comments',
    tag: 'Comments',
    scope: 'comments:write',
    summary: 'Reply to a comment, or comment on a post',
    description:
      'With parentId, replies to a comment; without it, comments on the post. The comment is sent to the platform once: if the response of the platform is lost, Carillon looks for the comment on the post. After a 502 with details.outcome `not_posted`, the request can be sent again. After `unknown`, look at the post first: the comment may be there.',
    profile: 'required',
    capability: 'comments.reply',
    headers: publishBefore,
    variants: byPlatform(platformsWith('comments.reply'), createBody),
    responses: {
      201: {
        description:
          'The new comment: with all fields on tiktok and youtube, only with its id on instagram and facebook.',
        schema: closed({ ...about, comment: { ...commentShape, required: ['id'] } }),
      },
    },
    errors: [...errors, 'comment_not_found', 'provider_rejected', 'budget_exhausted', 'deadline_passed'],
  },
  'comments.update': {
    method: 'patch',
    path: '/comments/{commentId}',
    tag: 'Comments',
    scope: 'comments:write',
    summary: 'Hide, unhide, like or unlike a comment',
    description:
      'Sets `hidden`, `liked` (tiktok only), or both. If both are sent, `hidden` is applied first; if `liked` then fails, the response is the error, and the change of `hidden` stays.',
    profile: 'required',
    capability: 'comments.hide',
    fieldCapabilities: { liked: 'comments.like' },
    params: object({ commentId }, ['commentId']),
    variants: byPlatform(platformsWith('comments.hide'), changeBody),
    responses: {
      200: {
        description: 'The comment, with those of hidden and liked that the request has.',
        schema: closed({ ...about, comment: object({ id: { type: 'string' }, ...switches }, ['id']) }),
      },
    },
    errors: [...errors, 'comment_not_found', 'not_supported', 'provider_rejected'],
  },
  'comments.delete': {
    method: 'delete',
    path: '/comments/{commentId}',
    tag: 'Comments',
    scope: 'comments:write',
    summary: 'Delete a comment',
    description:
      'Deletes the comment on the platform, with the replies to it. On instagram, facebook and youtube, this can be any comment on a post of the account; on tiktok, only one that the account wrote (otherwise `comment_not_owned`, or `comment_not_found` if Carillon has not stored it). A deletion cannot be undone.',
    profile: 'required',
    capability: 'comments.delete',
    fieldCapabilities: { banAuthor: 'comments.banAuthor' },
    params: object({ commentId }, ['commentId']),
    query: object(
      {
        ...ofAccount,
        banAuthor: {
          type: 'boolean',
          description:
            "youtube only: whether to also ban the comment's author from commenting on the channel. For the account's own comment, true is rejected (`invalid_request`), and the comment stays. Default: false.",
        },
      },
      ['platform', 'accountId'],
    ),
    responses: { 204: { description: 'The comment is deleted.', schema: null } },
    errors: [...errors, 'comment_not_found', 'comment_not_owned', 'not_supported', 'provider_rejected'],
  },
} as const satisfies Record<string, Operation>
