import type { Dialect } from '../call-network.ts'
import type { ErrorRule } from '../error-rules.ts'
import { graphSample, unknownObject } from './errors.ts'

/** The error codes for an object that does not exist, or that the token cannot access. */
export type NotFound = 'post_not_found' | 'comment_not_found'

/**
 * Builds the rule for an id of an object that does not exist or that the token cannot access.
 * @param page where the network documents it
 */
export function unknownRule(code: NotFound, page: string): ErrorRule {
  return { match: { ...unknownObject }, code, sample: graphSample(100, { page, error_subcode: 33 }) }
}

/**
 * Builds the dialects that interpret the responses to reads of comments: `postDialect` and `commentDialect` for reads
 * by id, `listDialect` for the comments of a post, `replyListDialect` for the replies to a comment. In all of them,
 * code 100 with subcode 33 means that the post or comment does not exist. Any other code 100 of a read by id means that
 * the id names an object of another kind, which lacks the requested fields. In a list it may concern the cursor
 * instead, so the rules of `base` apply.
 * @param base the network's dialect of reads, whose rules are tried after those of comments
 * @param pages where the network documents posts and comments
 */
export function commentReadDialects(base: Dialect, pages: { unknown: string; otherKind: string }) {
  const listed = (code: NotFound): Dialect => ({ ...base, rules: [unknownRule(code, pages.unknown), ...base.rules] })
  const byId = (code: NotFound): Dialect => {
    const otherKind = { match: { code: 100 }, code, sample: graphSample(100, { page: pages.otherKind }) }
    return { ...base, rules: [unknownRule(code, pages.unknown), otherKind, ...base.rules] }
  }
  return {
    postDialect: byId('post_not_found'),
    commentDialect: byId('comment_not_found'),
    listDialect: listed('post_not_found'),
    replyListDialect: listed('comment_not_found'),
  }
}
