import { requireScopes } from '../../../meta/authority.ts'
import type { GraphCall } from '../../../meta/graph/call.ts'
import { GraphError } from '../../../meta/graph/graph-error.ts'
import { allowOnly } from '../../../meta/graph/parameters.ts'
import type { Business } from '../../../meta/state/people.ts'
import { requireAdsManagement } from '../authority.ts'
import { isCurrency } from '../currencies.ts'
import { badParameter } from '../rejections.ts'
import { zoneName } from '../zones.ts'
import { addAdAccount } from './add-account.ts'

/** The maximum number of ad accounts per business. Meta's real limit is not documented. */
const MAX_ACCOUNTS = 5

const REQUIRED = ['name', 'currency', 'timezone_id', 'end_advertiser', 'media_agency', 'partner']
const OPTIONAL = ['funding_id', 'invoice', 'invoice_group_id', 'invoicing_emails', 'io', 'po_number']

/**
 * Returns the value of a parameter that names an advertiser, agency or partner: a numeric id, `NONE` or `UNFOUND`.
 * @throws GraphError with code 100 that names the parameter `field`, for any other value
 */
export function readParty(value: string, field: string): string {
  if (/^\d+$/.test(value) || value === 'NONE' || value === 'UNFOUND') return value
  throw badParameter(field, `${field} is the id of a Page or an app, NONE or UNFOUND.`)
}

function rejectTooMany(business: Business, { state }: GraphCall): void {
  const owned = [...state.ads.adAccounts.values()].filter(({ businessId }) => businessId === business.id)
  if (owned.length < MAX_ACCOUNTS) return
  throw new GraphError('(#3979) You have exceeded the number of allowed ad accounts for your Business Manager', {
    code: 3979,
    userMessage: 'This business has as many ad accounts as it may have.',
  })
}

/**
 * Rejects an app with limited access to the Marketing API, which cannot manage the accounts of businesses. Unverified:
 * the code, which is that of a missing capability.
 * @throws GraphError with code 3
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/get-started/authorization (read 2026-11-20)
 */
function requireFullAccess({ state }: GraphCall): void {
  if (state.ads.settings.tier === 'full') return
  throw new GraphError('(#3) Application does not have the capability to make this API call.', { code: 3, status: 403 })
}

/**
 * Handles `POST /{business}/adaccount`: creates an ad account and returns its `id` (`act_…`) and `account_id` (without
 * the prefix), with the ids of its business, advertiser, agency and partner. Only the user of the token has access to
 * the ad account. It has a payment method only if `funding_id` is sent.
 * @throws GraphError if a permission or the app's full access is missing, a parameter is invalid, or the business has
 *   five ad accounts
 * @see https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/business/adaccount (read 2026-11-20)
 */
export function createAdAccount(business: Business, call: GraphCall): unknown {
  requireScopes(call, ['business_management'], 200)
  requireAdsManagement(call)
  requireFullAccess(call)
  const { parameters, state, token } = call
  allowOnly(parameters, [...REQUIRED, ...OPTIONAL])
  for (const name of REQUIRED) parameters.required(name)
  const currency = parameters.required('currency')
  if (!isCurrency(currency)) throw new GraphError('(#2607) Invalid currency for account', { code: 2607 })
  const timezoneId = parameters.whole('timezone_id') ?? 0
  if (zoneName(timezoneId) === undefined) throw badParameter('timezone_id', 'This is not the id of a time zone.')
  rejectTooMany(business, call)
  const party = (field: string) => readParty(parameters.required(field), field)
  const account = addAdAccount(state, {
    name: parameters.required('name'),
    currency,
    timezoneId,
    personIds: [token.grant.subjectId],
    businessId: business.id,
    funded: parameters.has('funding_id'),
    endAdvertiser: party('end_advertiser'),
    mediaAgency: party('media_agency'),
    partner: party('partner'),
  })
  return {
    id: account.id,
    account_id: account.id.replace('act_', ''),
    business_id: business.id,
    end_advertiser_id: account.endAdvertiser,
    media_agency_id: account.mediaAgency,
    partner_id: account.partner,
  }
}
