/**
 * The headers that concern a single connection and that proxies do not forward.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1 (read 2026-11-23)
 */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** The headers that Carillon sets itself, or that have a special meaning for the HTTP client. */
const own = ['__proto__', 'cookie', 'expect', 'host', 'user-agent']

const ownPrefixes = ['content-', 'webhook-']

const reserved: ReadonlySet<string> = new Set([...hopByHop, ...own])

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
const value = /^[\t\x20-\x7e]*$/

/**
 * Returns why a client's header cannot be sent with deliveries, for an error message; undefined if it can.
 * @param sent the value of the header
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2 (read 2026-11-23)
 */
export function headerProblem(name: string, sent: string): string | undefined {
  if (!token.test(name)) return 'is not the name of a header: letters, digits and hyphens, at most 100 characters'
  const lower = name.toLowerCase()
  if (reserved.has(lower) || ownPrefixes.some((prefix) => lower.startsWith(prefix))) {
    return 'is set by Carillon or belongs to the connection; choose another name'
  }
  return value.test(sent) ? undefined : 'has a value with characters other than printable ASCII'
}
