import type { Publish } from '@carillon/client'
import { api } from '../../data/api.ts'
import { unchecked } from '../../data/unchecked.ts'
import { type OnceRequest, sendOnce } from './send-once.ts'

/** The publish that the request with this X-Request-Id created; null if none exists (yet). */
export async function findPublish(requestId: string): Promise<Publish | null> {
  const { data } = await api.get('/posts/publishes', { query: { requestId } })
  return data.publishes[0] ?? null
}

/**
 * Publishes a body; returns the publish as it is at first. If the response is lost, the publish is looked up for about
 * 3 minutes and nothing is sent again.
 * @throws ApiError if nothing was stored; the error of `fetch` if the request got no response
 */
export function sendPublish(body: object, sending: OnceRequest): Promise<Publish> {
  return sendOnce(
    sending,
    async (options) => (await api.post('/posts', { body: unchecked(body), ...options })).data,
    () => findPublish(sending.requestId),
  )
}
