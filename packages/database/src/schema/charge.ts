import type { BilledOperation, Platform } from '@carillon/domain'

/** One billed call to a network: what it was and what it cost each, in thousandths of a cent. */
export interface ChargeTable {
  id: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  operation: BilledOperation
  count: number
  unitPrice: number
  reference: string | null
  at: Date
}

/** The charges of a UTC day by operation, profile and price: the sums of `charge`, kept in the same statement. */
export interface ChargeDayTable {
  organizationId: string
  platform: Platform
  day: string
  operation: BilledOperation
  profileId: string
  unitPrice: number
  count: number
}
