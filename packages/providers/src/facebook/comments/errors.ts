import type { Dialect } from '../../call-network.ts'
import { type ErrorRule, limitedTo, ProviderError } from '../../error-rules.ts'
import { commentReadDialects, type NotFound, unknownRule } from '../../meta/comment-dialects.ts'
import { graphRules, graphSample } from '../../meta/errors.ts'
import { type FacebookCall, requirePage } from '../credentials.ts'
import { contentRules, readDialect } from '../errors.ts'

const page = 'https://developers.facebook.com/docs/graph-api/reference/object/comments (read 2026-11-20)'
const commentPage = 'https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20)'

export const { postDialect, commentDialect, listDialect, replyListDialect } = commentReadDialects(readDialect, {
  unknown: page,
  otherKind: commentPage,
})

const rejectedComment: ErrorRule = {
  match: { code: [100, 368] },
  code: 'provider_rejected',
  message: 'Facebook rejected the comment.',
  sample: graphSample(368, { page, error_user_msg: 'Explained by Facebook.' }),
}

/** The rules for writing comments, which have no media: rejections of these become `provider_error`. */
const writeRules = limitedTo(
  ['connection_expired', 'provider_not_configured', 'rate_limited', 'provider_rejected'],
  graphRules('connection_expired', { before: contentRules, after: [rejectedComment] }),
)

function writes(code: NotFound): Dialect {
  return { ...readDialect, rules: [unknownRule(code, page), ...writeRules] }
}

export const writeDialect = writes('post_not_found')
/**
 * Interprets the responses when a reply is written or a comment is changed. Facebook does not document the code for
 * hiding a comment that cannot be hidden; `can_hide` is checked instead.
 */
export const threadDialect = writes('comment_not_found')

/**
 * The scopes that reading comments requires.
 * @see https://developers.facebook.com/documentation/pages-api/comments-mentions (read 2026-11-20)
 */
export const readScopes = ['pages_read_engagement', 'pages_read_user_content']
export const writeScopes = ['pages_manage_engagement']

/**
 * Checks that the connection has a Page and was granted all of `scopes`.
 * @throws ProviderError `page_not_selected` if the connection has no Page; `connection_expired` if a scope was not
 *   granted
 */
export function requireCommentScopes(call: Pick<FacebookCall, 'account'>, scopes: readonly string[]): void {
  requirePage(call)
  const missingScopes = scopes.filter((scope) => !call.account.scopes.includes(scope))
  if (missingScopes.length === 0) return
  const message = `The connection was not granted ${missingScopes.join(' and ')}; the user must reconnect the account.`
  throw new ProviderError('connection_expired', message, 'rejected', { details: { missingScopes } })
}

/**
 * Returns the id if it has the form of a comment's id: digits, usually with an underscore. Only the form is checked:
 * the ids of posts, photos and videos have it too. An id of another form, such as one with a slash, could name another
 * path of Graph.
 * @throws ProviderError `comment_not_found` for any other id
 */
export function requireCommentId(id: string): string {
  if (/^\d+(_\d+)*$/.test(id)) return id
  throw new ProviderError('comment_not_found', undefined, 'rejected')
}

/**
 * Returns the id if it can be that of a post of the Page: it begins with the Page's id, or consists of digits only, as
 * that of a video without a post. That it is the id of a post or video is not checked.
 * @throws ProviderError `post_not_found` for any other id; `page_not_selected` if the connection has no Page
 */
export function requirePostId(call: FacebookCall, postId: string): string {
  const { pageId } = requirePage(call)
  const isVideo = /^\d+$/.test(postId) && postId !== pageId
  if (isVideo || (postId.startsWith(`${pageId}_`) && /^\d+_\d+$/.test(postId))) return postId
  throw new ProviderError('post_not_found', undefined, 'rejected')
}
