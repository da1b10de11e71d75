import type { ErrorCode } from '@carillon/errors'
import type { OutboundResponse } from '@carillon/outbound'
import { boundedWait, retryAfterOf } from '../call-network.ts'
import type { ErrorRule, Rejection } from '../error-rules.ts'
import { bodyOf, countOf, listOf, numberOf, objectOf, textOf } from '../json.ts'

const errorsPage = 'https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20)'
const limitsPage = 'https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)'

export interface GraphSample {
  page: string
  status: number
  body: unknown
  headers?: Record<string, string>
}

/**
 * Builds the `sample` of an error rule, a rejection that tests translate with the rules: a response in the Graph API's
 * error format, and `page`, the URL of its documentation. Other options than `status`, `page` and `headers` become
 * fields of the error.
 */
export function graphSample(
  code: number,
  { status = 400, page = errorsPage, headers, ...more }: Partial<GraphSample> & Record<string, unknown> = {},
): GraphSample {
  const error = { message: 'Explained by Graph.', type: 'OAuthException', code, ...more, fbtrace_id: 'AbCdEfGh' }
  return { page, status, body: { error }, ...(headers && { headers }) }
}

/** The codes of a rejected access token. */
export const tokenCodes = [190, 102, 104, 463, 467] as const

/**
 * Error rules for a rejected access token, which becomes `connection_expired`: it has expired or was revoked, or its
 * session was closed. A refresh determines which, so the subcode does not matter.
 */
export const tokenRules: readonly ErrorRule[] = [
  {
    match: { code: tokenCodes },
    code: 'connection_expired',
    tokenRejected: true,
    sample: graphSample(190, { status: 401, error_subcode: 463 }),
  },
]

const permissionMessages = {
  missing_permission: 'The connection lacks a required permission; reconnect it.',
  connection_expired: 'The connection has expired or lacks a required permission; the user must reconnect the account.',
} as const satisfies Partial<Record<ErrorCode, string>>

type PermissionCode = keyof typeof permissionMessages

/**
 * The text of Graph's error for a Page on which the user lacks a permission. It has the code of a rejected token
 * without a subcode, although the token works for other Pages. Observed, not documented.
 * @see https://github.com/gitroomhq/postiz-app/pull/1912 (read 2026-11-29)
 */
const pagePermissionText = /must be granted before impersonating a user's page/i

/**
 * Returns the error rule for a Page on which the user lacks a permission, as `permissionRules` does. It has to precede
 * the rules for a rejected token.
 */
function pagePermissionRule(code: PermissionCode): ErrorRule {
  return {
    match: { code: 190, lacks: 'page_permission' },
    code,
    message: permissionMessages[code],
    sample: graphSample(190, {
      message: "The permission pages_messaging must be granted before impersonating a user's page.",
    }),
  }
}

/**
 * The texts of Graph's error while Meta blocks the app, such as one whose yearly review is overdue. It has the code of
 * a missing permission, and the tokens of users work again once the app does. Observed, not documented.
 * @see https://lightwidget.com/restriction-post-mortem (read 2026-11-29)
 */
const blockedAppText = /\bAPI access (?:blocked|deactivated)\b/i

/**
 * The error rule for an app that Meta blocks. It has to precede the rules for permissions, since the codes are the
 * same.
 */
export const blockedAppRule: ErrorRule = {
  match: { lacks: 'app_access' },
  code: 'provider_not_configured',
  message: "Meta blocks this deployment's app at the moment; the App Dashboard tells its operator why.",
  sample: graphSample(200, { message: 'API access blocked.' }),
}

/** The codes from 200 to 299: each permission has its own, and the full list is not documented. */
const permissionCodes = Array.from({ length: 100 }, (_, index) => 200 + index)

/**
 * Error rules for a valid token that lacks a permission. `code` is the error code that the operation reports in that
 * case.
 */
function permissionRules(code: PermissionCode): readonly ErrorRule[] {
  return [
    {
      match: { code: [10, ...permissionCodes] },
      code,
      message: permissionMessages[code],
      sample: graphSample(200, { status: 403 }),
    },
  ]
}

/**
 * Error rules for the Graph API's rate limits (of the app, the user, the Page, the account or the use case), which
 * become `rate_limited`, with 300 seconds to wait if Meta reports no time.
 */
export const throttleRules: readonly ErrorRule[] = [
  {
    match: { code: [4, 17, 32, 341, 613, 80000, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 80014] },
    code: 'rate_limited',
    message: 'The platform is receiving too many requests at the moment.',
    retryAfter: 300,
    sample: graphSample(80001, {
      page: limitsPage,
      headers: {
        'x-business-use-case-usage': JSON.stringify({
          '112130216863063': [
            { type: 'pages', call_count: 100, total_cputime: 23, total_time: 23, estimated_time_to_regain_access: 19 },
          ],
        }),
      },
    }),
  },
  {
    match: { status: 429 },
    code: 'rate_limited',
    message: 'The platform is receiving too many requests at the moment.',
    retryAfter: 300,
    sample: { page: limitsPage, status: 429, body: 'Too Many Requests' },
  },
]

/**
 * Error rules for failures on Meta's side, whatever their HTTP status: `provider_error` with the outcome
 * `indeterminate`, since a write that failed so may have taken effect.
 */
export const transientRules: readonly ErrorRule[] = [
  {
    match: { code: [1, 2] },
    code: 'provider_error',
    outcome: 'indeterminate',
    sample: graphSample(2, { status: 500, is_transient: true }),
  },
  {
    match: { transient: 'yes' },
    code: 'provider_error',
    outcome: 'indeterminate',
    sample: graphSample(-1, { status: 400, is_transient: true }),
  },
]

/**
 * Returns the error rules of a Graph API call, in the order in which they are tried: those for blocked apps,
 * permissions on the Page, rejected tokens and rate limits, the operation's rules `before`, those for other
 * permissions, the operation's rules `after`, and those for failures of Meta. `permission` is the code for a missing
 * permission.
 */
export function graphRules(
  permission: PermissionCode,
  { before = [], after = [] }: { before?: readonly ErrorRule[]; after?: readonly ErrorRule[] } = {},
): readonly ErrorRule[] {
  return [
    blockedAppRule,
    pagePermissionRule(permission),
    ...tokenRules,
    ...throttleRules,
    ...before,
    ...permissionRules(permission),
    ...after,
    ...transientRules,
  ]
}

/**
 * Error rules for content that Meta rejects as abusive and for accounts that it restricts: `provider_rejected`. Meta's
 * explanation becomes part of the message.
 */
export const contentAndAccountRules: readonly ErrorRule[] = [
  {
    match: { code: 368 },
    code: 'provider_rejected',
    message: 'The platform rejected the content as abusive, or temporarily blocks the account.',
    sample: graphSample(368, { error_user_msg: 'You can’t use this feature right now.' }),
  },
]

/**
 * The code and subcode for an id of an object that does not exist or that the token cannot access; the Graph API
 * reports both in the same way.
 */
export const unknownObject = { code: 100, subcode: 33 } as const

function longest(seconds: (number | undefined)[]): number | undefined {
  const named = seconds.filter((value) => value !== undefined).filter((value) => value > 0)
  return named.length > 0 ? boundedWait(Math.max(...named)) : undefined
}

function parsed(header: string | null): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(header ?? '{}'))
  } catch {
    return {}
  }
}

/**
 * Returns the seconds until calls are accepted again, at most a day: the longest of the waits in the usage header
 * (`x-business-use-case-usage`, which contains minutes for each use case over its limit) and in `Retry-After`.
 * Undefined if neither reports a wait. `now` is the current time.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting (read 2026-11-20)
 */
export function secondsUntilRestored(headers: Headers, now: Date): number | undefined {
  const usage = Object.values(parsed(headers.get('x-business-use-case-usage'))).flatMap(listOf)
  const minutes = usage.map((row) => countOf(row['estimated_time_to_regain_access']) ?? 0)
  return longest([...minutes.map((value) => value * 60), retryAfterOf(headers, now)])
}

/**
 * Returns the field `lacks` of a rejection, `page_permission` or `app_access`, from the text of an error without a
 * subcode; undefined for any other text.
 */
function lackingIn(message: string): string | undefined {
  if (pagePermissionText.test(message)) return 'page_permission'
  return blockedAppText.test(message) ? 'app_access' : undefined
}

/**
 * Returns the rejection in a Graph API response, with the fields `code`, `subcode` and `type`; undefined for a success:
 * a status below 300, and no error with a code in the body. Without a subcode, the field `lacks` is `page_permission`
 * if the text says that the user lacks a permission on the Page, and `app_access` if it says that Meta blocks the app.
 * The field `transient` is `yes` if Graph marks the error as temporary, `explained` is `yes` if Graph provides a text
 * for users, which is then the explanation. `now` is the current time, from which the seconds to wait are computed.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20)
 */
export function graphRejection(response: OutboundResponse, now: Date): Rejection | undefined {
  // Avoids parsing large successful pages only to find no error in them.
  if (response.status < 300 && !response.text().includes('"error"')) return undefined
  const error = objectOf(bodyOf(response)['error'])
  const code = numberOf(error['code']) ?? undefined
  if (response.status < 300 && code === undefined) return undefined
  const subcode = numberOf(error['error_subcode']) ?? undefined
  const explanation = textOf(error['error_user_msg'])
  const retryAfter = secondsUntilRestored(response.headers, now)
  return {
    status: response.status,
    fields: {
      code,
      subcode,
      lacks: subcode === undefined ? lackingIn(textOf(error['message']) ?? '') : undefined,
      type: textOf(error['type']) ?? undefined,
      transient: error['is_transient'] === true ? 'yes' : undefined,
      explained: explanation === null ? undefined : 'yes',
    },
    ...(explanation !== null && { explanation }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
