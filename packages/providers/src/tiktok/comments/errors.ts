import type { Dialect } from '../../call-network.ts'
import type { ErrorRule } from '../../error-rules.ts'
import { tiktokDialect, tiktokRules } from '../errors.ts'

const page = 'https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)'

type Code = 'post_not_found' | 'comment_not_found' | 'comment_not_owned'

function sample(code: number, message: string) {
  return { page, status: 200, body: { code, message, request_id: '202611201200000A1B2C3D4E5F607182', data: {} } }
}

/** Returns the rule that translates the rejection of an object that does not exist to `code`. */
function unknownRule(code: Code): ErrorRule {
  return { match: { code: 40007 }, code, sample: sample(40007, 'The object does not exist.') }
}

/**
 * Returns the rule that translates the rejection of an object of another account to `code`. TikTok rejects a call with
 * the same code, 40001, if the app or the connection lacks a permission: where the object may be the account's, the
 * caller has to find out.
 */
function foreignRule(code: Code): ErrorRule {
  return { match: { code: 40001 }, code, sample: sample(40001, 'No permission to operate this object.') }
}

const rejectedComment: ErrorRule = {
  match: { code: 40002 },
  code: 'provider_rejected',
  message: 'TikTok rejected the comment.',
  sample: sample(40002, 'text: Longer than 1200 characters.'),
}

function dialect(...rules: readonly ErrorRule[]): Dialect {
  return { ...tiktokDialect, rules: [...rules, ...tiktokRules] }
}

export const listDialect = dialect(unknownRule('post_not_found'), foreignRule('post_not_found'))
export const replyListDialect = dialect(unknownRule('comment_not_found'), foreignRule('comment_not_found'))
export const writeDialect = dialect(unknownRule('post_not_found'), foreignRule('post_not_found'), rejectedComment)
export const replyDialect = dialect(unknownRule('comment_not_found'), foreignRule('comment_not_found'), rejectedComment)
export const changeDialect = dialect(unknownRule('comment_not_found'), foreignRule('comment_not_found'))
/**
 * Interprets the responses when a comment that another user wrote is deleted. An unknown id becomes
 * `comment_not_found`; a missing permission becomes `comment_not_owned`, because only the account's own comments can be
 * deleted. Unverified: that TikTok rejects the deletion of other users' comments with the code for a missing
 * permission.
 */
export const deleteDialect = dialect(unknownRule('comment_not_found'), foreignRule('comment_not_owned'))
/**
 * Interprets the responses when a comment that the account itself wrote is deleted: a missing permission becomes
 * `connection_expired`.
 */
export const deleteOwnDialect = dialect(unknownRule('comment_not_found'))
