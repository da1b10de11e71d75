import { isApiError } from '@carillon/client'

/** Within this time in milliseconds, a request arrives or is never stored. */
const storedWithinMs = 180_000
const lookupMs = 3_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * What became of a request whose response was lost: what `find` returns for it, or null once it is certain that there will
 * be nothing. `sentAt` is in milliseconds since 1970.
 */
export async function findOutcome<Found>(find: () => Promise<Found | null>, sentAt: number): Promise<Found | null> {
  for (;;) {
    const isOver = Date.now() > sentAt + storedWithinMs
    try {
      const found = await find()
      if (found !== null || isOver) return found
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
 * Sends a request that must not be carried out twice, with the headers by which it is found and after some minutes never
 * stored. If the response is lost, `find` looks for the result, and nothing is sent again.
 * @throws ApiError if nothing was stored
 */
export async function sendOnce<Found>(
  { requestId, at }: { requestId: string; at: number },
  send: (headers: { 'X-Request-Id': string; 'X-Publish-Before': string }) => Promise<Found>,
  find: () => Promise<Found | null>,
): Promise<Found> {
  const before = new Date(at + storedWithinMs).toISOString()
  try {
    return await send({ 'X-Request-Id': requestId, 'X-Publish-Before': before })
  } catch (error) {
    if (!isOpen(error)) throw error
    const found = await findOutcome(find, at)
    if (found === null) throw error
    return found
  }
}
