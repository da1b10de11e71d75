import type { BilledOperation, Platform } from '@carillon/domain'

/** Billed calls to networks. `unitPrice` is in thousandths of a US cent. */
export interface ChargeTable {
  id: string
  organizationId: string
  profileId: string
  accountId: string
  platform: Platform
  operation: BilledOperation
  /** How often the operation is billed at `unitPrice`. */
  count: number
  unitPrice: number
  /** Identifies the call, which is charged once however often it is recorded; null if it cannot be recognized. */
  reference: string | null
  at: Date
}

/**
 * The charges of each UTC day by operation, profile and price: sums of `charge`, updated in the same statement.
 * `unitPrice` is in thousandths of a US cent.
 */
export interface ChargeDayTable {
  organizationId: string
  platform: Platform
  day: string
  operation: BilledOperation
  profileId: string
  unitPrice: number
  count: number
}
