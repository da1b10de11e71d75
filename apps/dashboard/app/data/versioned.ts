/** The data of a response and its version, the ETag; null if the service sent none. */
export interface Versioned<Data> {
  data: Data
  etag: string | null
}

interface Response<Data> {
  /** Undefined if the service responded that nothing has changed (304). */
  data: Data | undefined
  headers: Headers
}

/**
 * Reads large data that seldom changes: `before` is what was read last, and is returned if the service responds that it
 * has not changed. `read` sends the headers that it is given. Throws if nothing has changed but `before` is undefined,
 * and what `read` throws.
 */
export async function readIfChanged<Data>(
  before: Versioned<Data> | undefined,
  read: (headers: { 'If-None-Match'?: string }) => Promise<Response<Data>>,
): Promise<Versioned<Data>> {
  const { data, headers } = await read(before?.etag ? { 'If-None-Match': before.etag } : {})
  if (data !== undefined) return { data, etag: headers.get('etag') }
  if (before === undefined) throw new Error('The service responded that nothing had changed since an earlier response.')
  return before
}
