import type { WriteBudget } from '@carillon/domain'

/** The writes of one UTC day that count against a budget of a key; `day` as YYYY-MM-DD. */
export interface KeyBudgetUseTable {
  keyId: string
  budget: WriteBudget
  day: string
  used: number
}
