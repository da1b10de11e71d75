import { isApiError, type Publish } from '@carillon/client'
import { api } from '../../data/api.ts'
import { unchecked } from '../../data/unchecked.ts'

/** Within this time in milliseconds, a request arrives or is never stored. */
const storedWithinMs = 180_000
const lookupMs = 3_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The publish of a request; null if there is none by now. */
async function findPublish(requestId: string): Promise<Publish | null> {
  const { data } = await api.get('/posts/publishes', { query: { requestId } })
  return data.publishes[0] ?? null
}

/**
 * What became of a request whose response was lost: its publish, or null once it is certain that there will be none.
 * `sentAt` is in milliseconds since 1970.
 */
export async function findOutcome(requestId: string, sentAt: number): Promise<Publish | null> {
  for (;;) {
    const isOver = Date.now() > sentAt + storedWithinMs
    try {
      const publish = await findPublish(requestId)
      if (publish !== null || isOver) return publish
    } catch (error) {
      // Whatever it is, the request may have arrived.
      if (isApiError(error) && error.status < 500 && error.status !== 429) throw error
    }
    await pause(lookupMs)
  }
}

/** Whether an error leaves open what became of a request. */
const isOpen = (error: unknown) => !isApiError(error) || error.status >= 500

/**
 * Publishes a body. If the response is lost, the publish is looked up and nothing is sent again.
 * @throws ApiError if nothing was published
 */
export async function sendPublish(
  body: object,
  { requestId, at }: { requestId: string; at: number },
): Promise<Publish> {
  const before = new Date(at + storedWithinMs).toISOString()
  try {
    const headers = unchecked({ 'X-Request-Id': requestId, 'X-Publish-Before': before })
    return (await api.post('/posts', { body: unchecked(body), headers })).data
  } catch (error) {
    if (!isOpen(error)) throw error
    const publish = await findOutcome(requestId, at)
    if (publish === null) throw error
    return publish
  }
}
