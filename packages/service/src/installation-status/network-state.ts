import type { NetworkCalls } from '@carillon/database'
import type { NetworkState } from '../process-state/status.ts'

/** The number of minutes before the current time whose calls determine the state of a network. */
export const stateMinutes = 10
const fewestCalls = 3
/** The share of failed calls above which a network counts as down; the same as in the alert `NetworkFailing`. */
const downShare = 0.5
const slowShare = 0.2

/**
 * Returns the state of a network by its calls of the last `stateMinutes` minutes; the first that applies: `quiet` with
 * fewer than three calls, `down` if more than half of them failed, `slow` if more than a fifth took longer than ten
 * seconds, otherwise `up`.
 */
export function networkState({ calls, failed, slow }: Omit<NetworkCalls, 'network'>): NetworkState {
  if (calls < fewestCalls) return 'quiet'
  if (failed / calls > downShare) return 'down'
  return slow / calls > slowShare ? 'slow' : 'up'
}
