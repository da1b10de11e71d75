import type { NetworkCalls } from '@carillon/database'
import { settingsOf } from '@carillon/providers'
import type { NetworkState } from '../process-state/status.ts'

/** The number of minutes before the current time whose calls determine the state of a network. */
export const stateMinutes = 10
const fewestCalls = 3
/**
 * The shares of failed and slow calls above which a network counts as down or slow; where users choose their servers,
 * the calls are those to these. They are the same as in the alerts `NetworkFailing` and `NetworkSlow`.
 */
const shares = { network: { down: 0.5, slow: 0.2 }, chosenServers: { down: 0.9, slow: 0.5 } } as const

/**
 * Returns the state of a network by its calls of the last `stateMinutes` minutes; the first that applies: `quiet` with
 * fewer than three calls, `down` if more than half of them failed, `slow` if more than a fifth took longer than ten
 * seconds, otherwise `up`. Where users choose their servers, `down` if more than nine tenths of the calls to these
 * failed, and `slow` if more than half of them were slow.
 */
export function networkState({ network, calls, failed, slow }: NetworkCalls): NetworkState {
  const share = settingsOf[network].serversOfUsers === true ? shares.chosenServers : shares.network
  if (calls < fewestCalls) return 'quiet'
  if (failed / calls > share.down) return 'down'
  return slow / calls > share.slow ? 'slow' : 'up'
}
