import { mayHaveArrived } from '@carillon/client'
import { LostResponseError } from './errors.ts'
import { recent } from './recent.ts'

type Outcome = { response: unknown } | { lost: unknown }

const outcomes = recent<Outcome>()

/**
 * Sends a request that the service cannot look up, and returns its response. If n8n runs the item again, `id` is the
 * same: the response of the first run is returned, and nothing is sent. A request that was rejected, or that did not
 * reach the service, is sent again. The last 1,000 outcomes are kept in memory.
 * @throws LostResponseError if the response was lost, also in the runs after that; the error of `send`
 */
export async function sendOnce(id: string, send: () => Promise<unknown>): Promise<unknown> {
  const earlier = outcomes.get(id)
  if (earlier && 'lost' in earlier) throw new LostResponseError(earlier.lost)
  if (earlier) return earlier.response
  try {
    const response = await send()
    outcomes.set(id, { response })
    return response
  } catch (error) {
    if (!mayHaveArrived(error)) throw error
    outcomes.set(id, { lost: error })
    throw new LostResponseError(error)
  }
}
