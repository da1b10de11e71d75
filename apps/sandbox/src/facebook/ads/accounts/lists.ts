import { requireScopes } from '../../../meta/authority.ts'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import type { Business, Person } from '../../../meta/state/people.ts'
import { requireAdsRead } from '../authority.ts'
import { LIST_PARAMETERS, listPage } from '../list.ts'
import { accountShape } from './account-shape.ts'
import { businessShape } from './business-shape.ts'

function accounts({ state, token }: GraphCall): AdAccount[] {
  return [...state.ads.adAccounts.values()].filter(({ personIds }) => personIds.includes(token.grant.subjectId))
}

/**
 * Handles `GET /me/businesses`: lists the businesses of the user.
 * @throws GraphError for an invalid parameter, with code 200 without the permission `business_management`
 * @see https://developers.facebook.com/docs/graph-api/reference/user/businesses (read 2026-11-20)
 */
export function listBusinesses(person: Person, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  allowOnly(call.parameters, LIST_PARAMETERS)
  const businesses = person.businessIds.flatMap((id) => call.state.businesses.get(id) ?? [])
  return listPage(call, businessShape, businesses)
}

/**
 * Handles `GET /me/adaccounts`: lists the ad accounts of the user, including disabled ones.
 * @throws GraphError for an invalid parameter, with code 200 if both `ads_read` and `ads_management` are missing
 * @see https://developers.facebook.com/docs/graph-api/reference/user/adaccounts (read 2026-11-20)
 */
export function listAdAccounts(_person: Person, call: GraphCall): unknown {
  requireAdsRead(call)
  allowOnly(call.parameters, LIST_PARAMETERS)
  return listPage(call, accountShape, accounts(call))
}

/**
 * Handles `GET /{business}/owned_ad_accounts`: lists the ad accounts that a business owns and the user can use,
 * including disabled ones.
 * @throws GraphError for an invalid parameter, with code 200 if `business_management` or the permission to read ads is
 *   missing
 * @see https://developers.facebook.com/docs/marketing-api/reference/business (read 2026-11-20)
 */
export function listOwnedAdAccounts(business: Business, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  requireAdsRead(call)
  allowOnly(call.parameters, [...LIST_PARAMETERS, 'search_query', 'include_shared_ad_accounts'])
  const owned = accounts(call).filter(({ businessId }) => businessId === business.id)
  return listPage(call, accountShape, owned)
}

/**
 * Handles `GET /{business}/client_ad_accounts`, a list that is always empty in the sandbox.
 * @throws GraphError for an invalid parameter, with code 200 if `business_management` or the permission to read ads is
 *   missing
 */
export function listClientAdAccounts(_business: Business, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  requireAdsRead(call)
  allowOnly(call.parameters, [...LIST_PARAMETERS, 'search_query'])
  return listPage(call, accountShape, [])
}
