/**
 * Thrown for a database URL that cannot be used. The message says what is wrong as the rest of a sentence that begins
 * with the name of the setting (`must begin with postgres://…`), and contains neither user nor password.
 */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError'
}

/**
 * The parameters that the query string of a database URL may have.
 * @see https://node-postgres.com/features/connecting (read 2026-11-23)
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS (read 2026-11-23)
 */
const parameters: ReadonlySet<string> = new Set([
  'application_name',
  'client_encoding',
  'connect_timeout',
  'fallback_application_name',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'password',
  'port',
  'query_timeout',
  'ssl',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslnegotiation',
  'sslrootcert',
  'statement_timeout',
  'target_session_attrs',
  'uselibpqcompat',
  'user',
])

/** The values of `target_session_attrs` that require a server that accepts writes. */
const writable: ReadonlySet<string> = new Set(['read-write', 'primary'])

/** A parsed database URL, which can list several servers. */
export interface DatabaseUrl {
  /** One URL for each server, in the order in which they are listed. */
  urls: readonly [string, ...string[]]
  /**
   * True if connections to read-only servers are to be rejected: with several servers, or if the URL has
   * `target_session_attrs`.
   */
  mustWrite: boolean
}

function checkParameters(query: URLSearchParams): void {
  const unknown = [...query.keys()].find((name) => !parameters.has(name))
  if (unknown !== undefined) {
    throw new DatabaseUrlError(
      `has the parameter "${unknown}", which is not supported. Remove it; supported are ${[...parameters].join(', ')}.`,
    )
  }
  const wanted = query.get('target_session_attrs')
  if (wanted !== null && !writable.has(wanted)) {
    throw new DatabaseUrlError(
      `has target_session_attrs=${wanted}; it must be ${[...writable].join(' or ')}, because the service writes.`,
    )
  }
}

function withHost(url: string, { host, port }: { host: string; port: string | undefined }): string {
  const single = new URL(url)
  single.searchParams.set('host', host)
  if (port) single.searchParams.set('port', port)
  else single.searchParams.delete('port')
  return single.href
}

/** Returns one URL for each host in the parameter `host`; `port` has one entry for each host, or one for all. */
function splitParameter(url: string, query: URLSearchParams): string[] {
  const hosts = (query.get('host') ?? '').split(',')
  if (hosts.length === 1) return [url]
  const ports = (query.get('port') ?? '').split(',')
  if (ports.length !== 1 && ports.length !== hosts.length) {
    throw new DatabaseUrlError(
      `has ${hosts.length} hosts and ${ports.length} ports; give one port for all, or one each.`,
    )
  }
  return hosts.map((host, at) => withHost(url, { host, port: ports[ports.length === 1 ? 0 : at] }))
}

const parts = /^(?<before>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/s

/**
 * Parses a database URL, which may list several servers as in libpq: `postgres://user@one:5432,two:5432/name`.
 * @throws DatabaseUrlError if it is not a valid PostgreSQL URL, or has an unknown parameter, another
 *   `target_session_attrs` than `read-write` or `primary`, or a number of ports that does not match its hosts
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS (read 2026-11-23)
 */
export function parseDatabaseUrl(url: string): DatabaseUrl {
  const { before, hosts, after = '' } = parts.exec(url)?.groups ?? {}
  if (before === undefined || hosts === undefined) {
    throw new DatabaseUrlError('must begin with postgres:// or postgresql://.')
  }
  const listed = hosts.split(',').map((host) => `${before}${host}${after}`)
  const query = new URLSearchParams(/\?([^#]*)/s.exec(after)?.[1] ?? '')
  checkParameters(query)
  const [first = url, ...others] = listed.length === 1 ? splitParameter(url, query) : listed
  for (const each of [first, ...others]) {
    // A URL without a host, for a socket of this machine, is one to PostgreSQL.
    if (!URL.canParse(each.replace('@/', '@localhost/')))
      throw new DatabaseUrlError('is not a valid URL; characters such as @ and / must be encoded.')
  }
  return { urls: [first, ...others], mustWrite: others.length > 0 || query.has('target_session_attrs') }
}

/**
 * Returns the time in ms after which an attempt to connect fails: `connect_timeout` of the URL, which is in seconds, or
 * `fallbackMs` if the URL has none or an invalid one. 0 means no limit. The time is for one server, if the URL lists
 * several.
 * @throws DatabaseUrlError if the URL is invalid or has an unknown parameter
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-CONNECT-TIMEOUT (read 2026-11-22)
 */
export function connectTimeoutMs(url: string, fallbackMs: number): number {
  const text = URL.parse(parseDatabaseUrl(url).urls[0])?.searchParams.get('connect_timeout') ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) * 1_000 : fallbackMs
}
