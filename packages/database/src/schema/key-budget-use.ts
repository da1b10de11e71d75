import type { WriteBudget } from '@carillon/domain'

/** How many units of its budgets each API key has used on each UTC day (`day`, YYYY-MM-DD). */
export interface KeyBudgetUseTable {
  keyId: string
  budget: WriteBudget
  day: string
  used: number
}
