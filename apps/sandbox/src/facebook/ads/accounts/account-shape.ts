import type { GraphCall } from '../../../meta/graph/call.ts'
import { type Shape, show } from '../../../meta/graph/fields.ts'
import { graphTime } from '../../../meta/graph/graph-time.ts'
import type { AdAccount } from '../../../meta/state/ads/records.ts'
import { minDailyBudget } from '../currencies.ts'
import { hoursAhead, zoneName } from '../zones.ts'
import { businessShape } from './business-shape.ts'

/**
 * The fields of an ad account in Graph API responses. Amounts are strings in minor units, but the minimum daily budget
 * is a number.
 * @see https://developers.facebook.com/docs/marketing-api/reference/ad-account (read 2026-11-20)
 */
export const accountShape: Shape<AdAccount, GraphCall> = {
  type: 'AdAccount',
  defaults: ['account_id', 'id'],
  fields: {
    id: ({ id }) => id,
    account_id: ({ id }) => id.replace('act_', ''),
    name: ({ name }) => name,
    account_status: ({ status }) => status,
    disable_reason: ({ disableReason }) => disableReason,
    currency: ({ currency }) => currency,
    timezone_id: ({ timezoneId }) => timezoneId,
    timezone_name: ({ timezoneId }) => zoneName(timezoneId),
    timezone_offset_hours_utc: ({ timezoneId }, _selection, { state }) => hoursAhead(timezoneId, state.now()),
    amount_spent: ({ amountSpent }) => String(amountSpent),
    balance: ({ balance }) => String(balance),
    spend_cap: ({ spendCap }) => String(spendCap),
    min_daily_budget: ({ currency }) => minDailyBudget(currency),
    business({ businessId }, selection, call) {
      const business = businessId === null ? undefined : call.state.businesses.get(businessId)
      return business && show(businessShape, business, selection.fields, call)
    },
    owner: ({ businessId, personIds }) => businessId ?? personIds[0],
    user_tasks: () => ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'],
    created_time: ({ createdAt }) => graphTime(createdAt),
    end_advertiser: ({ endAdvertiser }) => endAdvertiser,
    media_agency: ({ mediaAgency }) => mediaAgency,
    partner: ({ partner }) => partner,
    default_dsa_beneficiary: ({ dsaBeneficiary }) => dsaBeneficiary,
    default_dsa_payor: ({ dsaPayor }) => dsaPayor,
    is_personal: ({ businessId }) => (businessId === null ? 1 : 0),
    funding_source: ({ funded, id }) => (funded ? id.replace('act_', '9') : undefined),
  },
  unset: ['age', 'business_name', 'business_country_code', 'tax_id', 'capabilities', 'is_notifications_enabled'],
}
