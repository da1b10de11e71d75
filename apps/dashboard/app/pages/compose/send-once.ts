import { isApiError } from '@carillon/client'

/** The time in milliseconds after which a request that has not arrived is never stored. */
const storedWithinMs = 180_000
const lookupMs = 3_000

/** The time (ms since 1970) after which a request that was sent at `sentAt` is never stored. */
export const decidedAt = (sentAt: number): number => sentAt + storedWithinMs

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The outcome of a request whose response was lost: polls `find` every 3 seconds until it returns something, or null 3
 * minutes after `sentAt` (ms since 1970), when nothing will be stored any more. While the service cannot be reached it
 * continues, as it does without a session. Throws errors of `find` with a status below 500 except 401 and 429.
 */
export async function findOutcome<Found>(find: () => Promise<Found | null>, sentAt: number): Promise<Found | null> {
  for (;;) {
    const isOver = Date.now() > decidedAt(sentAt)
    try {
      const found = await find()
      if (found !== null || isOver) return found
    } catch (error) {
      // Whatever it is, the request may have arrived.
      if (isApiError(error) && error.status < 500 && ![401, 429].includes(error.status)) throw error
    }
    await pause(lookupMs)
  }
}

/** Whether an error leaves the outcome of a request unknown. */
const isOpen = (error: unknown) => !isApiError(error) || error.status >= 500

interface OnceHeaders {
  'X-Request-Id': string
  'X-Publish-Before': string
}

/** A request that must not be carried out twice. */
export interface OnceRequest {
  requestId: string
  /** When it was begun, in ms since 1970. */
  at: number
  /** Called when its response was lost, so that its result is looked up. */
  onLost?: () => void
}

/**
 * Sends a request that must not be carried out twice. `send` gets the options of the request, whose headers contain the
 * id by which `find` looks for the result if the response is lost, and the time after which the service rejects the
 * request: `at` plus 3 minutes. The request is never sent again.
 * @throws the error of `send` if nothing was stored; otherwise as `findOutcome`
 */
export async function sendOnce<Found>(
  { requestId, at, onLost }: OnceRequest,
  send: (options: { headers: OnceHeaders; onLost?: () => void }) => Promise<Found>,
  find: () => Promise<Found | null>,
): Promise<Found> {
  const before = new Date(decidedAt(at)).toISOString()
  try {
    const headers = { 'X-Request-Id': requestId, 'X-Publish-Before': before }
    return await send({ headers, ...(onLost && { onLost }) })
  } catch (error) {
    if (!isOpen(error)) throw error
    const found = await findOutcome(find, at)
    if (found === null) throw error
    return found
  }
}
