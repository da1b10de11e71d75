import { mayHaveArrived } from '@carillon/client'
import { LostResponseError } from './errors.ts'

/** The maximum number of requests that are remembered: those that were sent last. */
const maxRemembered = 1000

type Outcome = { response: unknown } | { lost: unknown }

const outcomes = new Map<string, Outcome>()

function remember(id: string, outcome: Outcome): void {
  outcomes.set(id, outcome)
  for (const oldest of outcomes.keys()) {
    if (outcomes.size <= maxRemembered) return
    outcomes.delete(oldest)
  }
}

/**
 * Sends a request that the service cannot look up, and returns its response. If n8n runs the item again, `id` is the
 * same: the response of the first run is returned, and nothing is sent. A request that was rejected, or that did not
 * reach the service, is sent again. The last 1,000 outcomes are kept in memory: n8n runs an item again in the same
 * process.
 * @throws LostResponseError if the response was lost, also in the runs after that; the error of `send`
 */
export async function sendOnce(id: string, send: () => Promise<unknown>): Promise<unknown> {
  const earlier = outcomes.get(id)
  if (earlier && 'lost' in earlier) throw new LostResponseError(earlier.lost)
  if (earlier) return earlier.response
  try {
    const response = await send()
    remember(id, { response })
    return response
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    remember(id, { lost: error })
    throw new LostResponseError(error)
  }
}
