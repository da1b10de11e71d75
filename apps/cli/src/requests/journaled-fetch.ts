import type { RequestJournal } from '../invocation/request-journal.ts'

/**
 * A `fetch` that notes a write before it is sent: each request that has a time by which it has to be stored. The client
 * gives it one before each attempt.
 */
export function journaledFetch(journal: RequestJournal, fetch = globalThis.fetch): typeof globalThis.fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    const [requestId, before] = [headers.get('x-request-id'), headers.get('x-publish-before')]
    if (requestId !== null && before !== null) journal.note(requestId, Date.parse(before))
    return fetch(url, init)
  }
}
