/** A response and its version; null if the service sent no version. */
export interface Versioned<Data> {
  data: Data
  etag: string | null
}

interface Response<Data> {
  /** Absent if it has not changed. */
  data: Data | undefined
  headers: Headers
}

/**
 * Reads something again that is large and seldom changes. While it has not changed, the service sends nothing and what
 * was read before stays. Throws if there is nothing that could stay.
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
