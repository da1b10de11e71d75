import type { ErrorCode } from '@carillon/errors'
import { type ErrorRule, limitedTo } from '../../error-rules.ts'
import { contentAndAccountRules, graphRules, graphSample, unknownObject } from '../errors.ts'

const page =
  'https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages (read 2026-11-20)'

/**
 * Unverified: subcodes of code 10 for a closed reply window, of a Page and of Instagram. Observed in running
 * integrations, not documented.
 */
const windowSubcodes = [2018278, 2534022]
/**
 * Unverified: subcodes of code 100 for a recipient who never wrote to the account. Observed in running integrations,
 * not documented.
 */
const recipientSubcodes = [2018001, 2534014, 2534001]

/** The newer code for a closed reply window. As a subcode of 551 it means that the recipient is unavailable. */
const windowCode = 1545041

/**
 * Unverified: subcodes of the permission codes 10 and 200 for a recipient who does not take messages of the account,
 * such as one who has blocked it. Observed in running integrations; not documented.
 */
const unavailableSubcodes = [windowCode, 2018108]

/** The subcode of code 10 for an account that Meta has temporarily restricted from sending messages. */
const restrictedSubcode = 1893063

const changesPage =
  'https://developers.facebook.com/documentation/business-messaging/messenger-platform/changelog (read 2026-11-29)'

const noConversation = 'The recipient has not written to this account, or cannot be reached.'

const ownRules: readonly ErrorRule[] = [
  {
    match: { code: 10, subcode: windowSubcodes },
    code: 'window_closed',
    sample: graphSample(10, { page, error_subcode: 2018278 }),
  },
  { match: { code: windowCode }, code: 'window_closed', sample: graphSample(windowCode, { page }) },
  {
    match: { code: 100, subcode: recipientSubcodes },
    code: 'provider_error',
    message: noConversation,
    sample: graphSample(100, { page, error_subcode: 2534014 }),
  },
  { match: { code: 551 }, code: 'provider_error', message: noConversation, sample: graphSample(551, { page }) },
  {
    match: { code: [10, 200], subcode: unavailableSubcodes },
    code: 'provider_error',
    message: noConversation,
    sample: graphSample(200, { page, status: 403, error_subcode: windowCode }),
  },
  {
    match: { code: 10, subcode: restrictedSubcode },
    code: 'provider_error',
    message: 'Meta has temporarily restricted this account from sending messages.',
    sample: graphSample(10, { page: changesPage, status: 403, error_subcode: restrictedSubcode }),
  },
  {
    match: { ...unknownObject },
    code: 'connection_expired',
    sample: graphSample(100, { page, error_subcode: 33 }),
  },
]

type PermissionCode = Parameters<typeof graphRules>[0]

/** The rule for a value of a message that Meta rejects, with a text for users. */
const rejectedValue: ErrorRule = {
  match: { code: 100, explained: 'yes' },
  code: 'provider_rejected',
  message: 'The platform rejected the message.',
  sample: graphSample(100, { page, error_user_msg: 'Explained by Meta.' }),
}

const allowed: readonly ErrorCode[] = [
  'window_closed',
  'connection_expired',
  'missing_permission',
  'provider_not_configured',
]

/**
 * Returns the error rules for reading messages; `permissionCode` is the code for a missing permission. Carillon's API
 * has no error code for rate limits or rejections in this operation: both become `provider_error`, a rate limit with
 * the seconds to wait.
 */
export function messageRules(permissionCode: PermissionCode): readonly ErrorRule[] {
  return limitedTo(allowed, [...ownRules, ...graphRules(permissionCode), ...contentAndAccountRules])
}

/**
 * Returns the error rules for sending messages, which are those for reading them, except that a message that Meta
 * rejects as abusive or for one of its values is `provider_rejected`, with Meta's explanation.
 */
export function sendRules(permissionCode: PermissionCode): readonly ErrorRule[] {
  return limitedTo(
    [...allowed, 'provider_rejected'],
    [...ownRules, ...graphRules(permissionCode), ...contentAndAccountRules, rejectedValue],
  )
}
