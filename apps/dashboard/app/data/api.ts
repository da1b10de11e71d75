import { createClient } from '@carillon/client'

/**
 * The public API with the session of this browser. A cookie takes the place of the key; the header proves that the
 * request comes from a Carillon page.
 */
export const api = createClient({
  baseUrl: '',
  // Reads are repeated by the cache of queries.
  maxRetries: 0,
  fetch: (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Carillon-Dashboard', '1')
    return fetch(url, { ...init, headers, credentials: 'same-origin' })
  },
})
