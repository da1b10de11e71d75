import type { BilledOperation, Platform } from '@carillon/domain'

/** One billed call to a network: what it was and what it cost each, in thousandths of a cent. */
export interface ChargeTable {
  id: string
  organization_id: string
  profile_id: string
  account_id: string
  platform: Platform
  operation: BilledOperation
  count: number
  unit_price: number
  reference: string | null
  at: Date
}

/** The charges of a UTC day by operation, profile and price: the sums of `charge`, kept in the same statement. */
export interface ChargeDayTable {
  organization_id: string
  platform: Platform
  day: string
  operation: BilledOperation
  profile_id: string
  unit_price: number
  count: number
}
