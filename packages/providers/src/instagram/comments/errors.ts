import type { Dialect } from '../../call-network.ts'
import { type ErrorRule, ProviderError } from '../../error-rules.ts'
import { graphSample, unknownObject } from '../../meta/errors.ts'
import { type Credentials, type InstagramCall, requireScope } from '../credentials.ts'
import { instagramDialect, instagramRules, readRules } from '../errors.ts'

const page =
  'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-comment (read 2026-11-20)'

type NotFound = 'post_not_found' | 'comment_not_found'

/** The rule for an id of an object that does not exist or that the token cannot access. */
function unknownRule(code: NotFound): ErrorRule {
  return { match: { ...unknownObject }, code, sample: graphSample(100, { page, error_subcode: 33 }) }
}

/**
 * The rule for an id of an object of another kind, which lacks a requested field, edge or parameter. It matches code
 * 100 alone, since only the id varies between the calls.
 */
function otherKindRule(code: NotFound): ErrorRule {
  return { match: { code: 100 }, code, sample: graphSample(100, { page }) }
}

function dialect(rules: readonly ErrorRule[]): Dialect {
  return { ...instagramDialect, rules }
}

export const postDialect = dialect([unknownRule('post_not_found'), otherKindRule('post_not_found'), ...readRules])
/** Interprets the responses when a comment is read by its id. */
export const commentDialect = dialect([
  unknownRule('comment_not_found'),
  otherKindRule('comment_not_found'),
  ...readRules,
])
/**
 * Interprets the responses when comments of a post are listed. Code 100 alone may then refer to the cursor; with
 * subcode 33 it means that the post does not exist.
 */
export const listDialect = dialect([unknownRule('post_not_found'), ...readRules])
export const replyListDialect = dialect([unknownRule('comment_not_found'), ...readRules])
/**
 * Interprets the responses when a reply is written, and when a comment is hidden or deleted. Code 100 without a subcode
 * means that Instagram rejected the text or the change: that the comment exists was read before.
 */
export const writeDialect = dialect([
  unknownRule('comment_not_found'),
  {
    match: { code: 100 },
    code: 'provider_rejected',
    message: 'Instagram rejected the reply or the change of the comment.',
    sample: graphSample(100, { page, error_user_msg: 'Explained by Instagram.' }),
  },
  ...instagramRules,
])

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
 * Returns the id if it consists of digits. Any other id could name another Graph object.
 * @throws ProviderError with the code `code` for any other id
 */
export function requireId(id: string, code: NotFound): string {
  if (/^\d+$/.test(id)) return id
  throw new ProviderError(code, undefined, 'rejected')
}
