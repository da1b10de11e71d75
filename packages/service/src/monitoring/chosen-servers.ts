import { type Platform, platformsWith } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import { operationsBesideServers } from '../process-state/operations-elsewhere.ts'
import { added } from './counter-increase.ts'
import { callsPerNetwork } from './network-calls.ts'

/**
 * The networks on which each user chooses the server that has the account and refreshes its tokens. One that is gone
 * for good is nothing that an operator can mend.
 */
export const networksOfChosenServers: readonly Platform[] = platformsWith('connect').filter(
  (platform) => settingsOf[platform].serversOfUsers === true,
)

const ofThem = `network=~"${networksOfChosenServers.join('|')}"`

const refreshed = `carillon_token_refreshes_total{${ofThem},outcome="refreshed"}`

/** Calls to services that these networks run themselves are left out. */
const atServers = [ofThem, `operation!~"(.*[.])?(${operationsBesideServers.join('|')})[.].*"`]

/**
 * Returns a PromQL expression for the networks of chosen servers of whose calls to such servers more than `share` are
 * as `matchers` say. A single server that is gone is then not a failure of the network, however often it is called.
 * @param series `count`, or `bucket` for the calls in the histogram bucket that `matchers` select
 */
export const someServersWork = (share: number, series: 'count' | 'bucket', ...matchers: readonly string[]) =>
  `${callsPerNetwork(series, ...atServers, ...matchers)} / ${callsPerNetwork('count', ...atServers)} > ${share}`

/**
 * A PromQL expression for the accounts whose tokens are overdue. Those on servers that users chose are left out if a
 * refresh at any such server has succeeded within an hour, as it is then not Carillon that fails.
 */
export const overdueTokens = `(max(carillon_tokens_overdue{servers="network"}) > 0 or max(carillon_tokens_overdue{servers="user"}) unless ${added(null, refreshed, '1h')} > 0)`
