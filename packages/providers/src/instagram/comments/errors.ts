import type { Dialect } from '../../call-network.ts'
import { limitedTo, ProviderError } from '../../error-rules.ts'
import { commentReadDialects, type NotFound, unknownRule } from '../../meta/comment-dialects.ts'
import { graphSample } from '../../meta/errors.ts'
import { type Credentials, type InstagramCall, requireScope } from '../credentials.ts'
import { instagramDialect, instagramRules } from '../errors.ts'

const page =
  'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)'

export const { postDialect, commentDialect, listDialect, replyListDialect } = commentReadDialects(instagramDialect, {
  unknown: page,
  otherKind: page,
})

/**
 * Interprets the responses when a reply is written, and when a comment is hidden or deleted. Code 100 with the subcode
 * of an unknown object means that the comment does not exist; any other code 100, that Instagram rejected the text or
 * the change. Rejections of images become `provider_error`.
 */
export const writeDialect: Dialect = {
  ...instagramDialect,
  rules: [
    unknownRule('comment_not_found', page),
    {
      match: { code: 100 },
      code: 'provider_rejected',
      message: 'Instagram rejected the reply or the change of the comment.',
      sample: graphSample(100, { page, error_user_msg: 'Explained by Instagram.' }),
    },
    ...limitedTo(
      ['connection_expired', 'provider_not_configured', 'rate_limited', 'provider_rejected'],
      instagramRules,
    ),
  ],
}

/** The scope for comments, keyed by login. */
const scopes: Record<Credentials['login'], string> = {
  instagram_login: 'instagram_business_manage_comments',
  facebook_login: 'instagram_manage_comments',
}

/**
 * Checks that the scope for comments was granted.
 * @throws ProviderError `connection_expired` if it was not
 */
export function requireCommentScope(call: Pick<InstagramCall, 'account'>): void {
  requireScope(call, scopes[call.account.credentials.login])
}

/**
 * Returns the id if it consists of digits. Only the form is checked: the ids of objects of other kinds have it too. Any
 * other id could name another path of Graph.
 * @throws ProviderError with the code `code` for any other id
 */
export function requireId(id: string, code: NotFound): string {
  if (/^\d+$/.test(id)) return id
  throw new ProviderError(code, undefined, 'rejected')
}
