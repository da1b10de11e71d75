import { parseDatabaseUrl } from './database-url.ts'

/**
 * How long in ms a connection may take to be made: `connect_timeout` of the URL, which is in seconds, or `fallbackMs` if the
 * URL has none or no number. 0 stands for no limit.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-CONNECT-TIMEOUT (read 2026-11-22)
 */
export function connectTimeoutMs(url: string, fallbackMs: number): number {
  const text = URL.parse(parseDatabaseUrl(url).urls[0])?.searchParams.get('connect_timeout') ?? ''
  return /^\d{1,5}$/.test(text) ? Number(text) * 1_000 : fallbackMs
}
