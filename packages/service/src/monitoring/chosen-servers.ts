import { type Platform, platformsWith } from '@carillon/domain'
import { settingsOf } from '@carillon/providers'
import { added } from './counter-increase.ts'

/**
 * The networks on which each user chooses the server that has the account and refreshes its tokens. One that is gone for
 * good is nothing that an operator can mend.
 */
export const networksOfChosenServers: readonly Platform[] = platformsWith('connect').filter(
  (platform) => settingsOf[platform].serversOfUsers === true,
)

const refreshed = `carillon_token_refreshes_total{network=~"${networksOfChosenServers.join('|')}",outcome="refreshed"}`

/**
 * A PromQL expression for the accounts whose tokens are overdue. Those on servers that users chose are left out if a
 * refresh at any such server has succeeded within an hour, as it is then not Carillon that fails.
 */
export const overdueTokens = `(max(carillon_tokens_overdue{servers="network"}) > 0 or max(carillon_tokens_overdue{servers="user"}) unless ${added(null, refreshed, '1h')} > 0)`
