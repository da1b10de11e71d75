import type { NetworkCalls } from '@carillon/database'
import type { NetworkState } from '../process-state/status.ts'

/** The period whose calls count, in minutes. */
export const stateMinutes = 10
const fewestCalls = 3
/** The same share as of the alert `NetworkFailing`. */
const downShare = 0.5
const slowShare = 0.2

/** How a network is, by the calls of the last minutes. */
export function networkState({ calls, failed, slow }: Omit<NetworkCalls, 'network'>): NetworkState {
  if (calls < fewestCalls) return 'quiet'
  if (failed / calls > downShare) return 'down'
  return slow / calls > slowShare ? 'slow' : 'up'
}
