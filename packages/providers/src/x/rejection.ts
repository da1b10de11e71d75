import type { OutboundResponse } from '@carillon/outbound'
import { secondsUntil } from '../call-network.ts'
import type { Rejection } from '../error-rules.ts'
import { bodyOf, isPage, listOf, objectOf, textOf } from '../json.ts'

/**
 * The purpose of a call. The same HTTP status has different meanings in reads, media uploads, posts, deletions and the
 * token exchange.
 */
export type Area = 'oauth' | 'read' | 'media' | 'posts' | 'delete'

/**
 * The reasons that one status can have. X has no codes for them: only `type` and the explanation distinguish them. The
 * first row that matches either of them applies. Unverified: only the first row has been observed live; the others come
 * from documentation.
 */
const reasons: readonly (readonly [reason: string, sign: RegExp])[] = [
  ['duplicate', /duplicate content/i],
  ['scope', /^oauth|\bscopes?\b/i],
  ['account', /\b(?:suspended|locked)\b/i],
  ['reply', /reply to this conversation is not allowed/i],
  ['video', /video longer than/i],
  ['token', /passed for the token was invalid/i],
  ['media', /\bmedia\b/i],
  ['foreign', /\bdelete\b/i],
]

/**
 * Returns the last part of the URL in a problem's `type`; undefined without one. The host in it changed with the
 * company's name, and both forms are in use.
 */
function lastPart(type: string | null): string | undefined {
  return type?.split('/').at(-1)
}

const windows = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']

/**
 * Returns the seconds until the last of the exhausted rate limits is reset, according to the response headers. If they
 * name no limit as exhausted, the usual one or `Retry-After` is taken; undefined if they contain no time.
 */
function secondsToWait(headers: Headers, now: Date): number | undefined {
  const spent = windows.filter((name) => headers.get(`${name}-remaining`) === '0')
  const resets = (spent.length > 0 ? spent : windows.slice(0, 1)).map((name) =>
    secondsUntil(headers.get(`${name}-reset`), now),
  )
  const known = resets.filter((seconds) => seconds !== undefined)
  return known.length > 0 ? Math.max(...known) : secondsUntil(headers.get('retry-after'), now)
}

function isFailure(response: OutboundResponse, body: Record<string, unknown>): boolean {
  if (response.status >= 300) return true
  // An empty page has `meta`; errors beside `data` concern single fields.
  return listOf(body['errors']).length > 0 && body['data'] === undefined && body['meta'] === undefined
}

/**
 * Returns the rejection in a response, in any of X's formats (a problem, a list of errors, or an OAuth error);
 * undefined for a success. The field `form` is `page` if the body is a page of HTML or XML, which X does not send.
 * `area` is the purpose of the call, on which the meaning of a status depends. `now` is the current time, from which
 * the seconds until a rate limit is reset are computed.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors (read 2026-11-20)
 */
export function readRejection(
  response: OutboundResponse,
  { area, now }: { area: Area; now: Date },
): Rejection | undefined {
  const body = bodyOf(response)
  if (!isFailure(response, body)) return undefined
  const [first = {}] = listOf(body['errors'])
  const problem = textOf(body['type']) || textOf(body['detail']) ? body : { ...first, ...body }
  const type = lastPart(textOf(problem['type']))
  const detail = textOf(problem['detail']) ?? textOf(body['error_description'])
  const message = textOf(first['message'])
  const signs = [type ?? null, detail, message].filter((sign) => sign !== null)
  const [parameter] = Object.keys(objectOf(first['parameters']))
  const explanation = message ?? detail
  const retryAfter =
    response.status === 429 && type !== 'usage-capped' ? secondsToWait(response.headers, now) : undefined
  return {
    status: response.status,
    fields: {
      area,
      form: isPage(response) ? 'page' : undefined,
      type,
      error: textOf(body['error']) ?? undefined,
      reason: reasons.find(([, sign]) => signs.some((words) => sign.test(words)))?.[0],
      parameter: parameter?.split(/[.[]/)[0],
    },
    ...(explanation !== null && { explanation }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
