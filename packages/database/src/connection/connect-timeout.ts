import { parseDatabaseUrl } from './database-url.ts'

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
