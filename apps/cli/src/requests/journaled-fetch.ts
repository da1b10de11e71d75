import type { RequestJournal } from '../invocation/request-journal.ts'

/**
 * Returns a `fetch` that records a write in the journal before it is sent. A write is a request with
 * `X-Publish-Before`, the time by which it has to be stored, which the client sets for each attempt. If recording
 * fails, its error is thrown, and the request is not sent.
 */
export function journaledFetch(journal: RequestJournal, fetch = globalThis.fetch): typeof globalThis.fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers)
    const [requestId, before] = [headers.get('x-request-id'), headers.get('x-publish-before')]
    if (requestId !== null && before !== null) journal.note(requestId, Date.parse(before))
    return fetch(url, init)
  }
}
