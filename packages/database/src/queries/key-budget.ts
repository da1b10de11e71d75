import type { KeyBudget } from '@carillon/domain'
import pg from 'pg'
import { violatesForeignKey } from '../connection/errors.ts'
import type { Db } from '../db.ts'
import type { BudgetTake } from '../schema/external-write.ts'
import { type Part, statement } from '../statements/statement.ts'

/** A budget that has no unit left for a day, as YYYY-MM-DD (UTC). */
export interface ExhaustedBudget {
  budget: KeyBudget
  limit: number
  day: string
}

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

const usedOf = statement<UsedBudget>(
  'select key_id, budget, used from key_budget_use where key_id = any($1::uuid[]) and day = $2::date',
)

/**
 * The columns of a new write that uses up a budget, with the values of their parameters, which begin with `first`. One
 * unit is taken from the key and from each key above it that has the budget, for the UTC day on which the write is due.
 */
export function budgetColumns(
  take: BudgetTake | undefined,
  { id, due, first }: { id: string; due: Date; first: number },
): { computed: Readonly<Record<string, string>>; values: unknown[] } {
  if (take === undefined) return { computed: {}, values: [] }
  const [key, budget, day, write] = [first, first + 1, first + 2, first + 3]
  return {
    computed: {
      budget: `$${budget}::text`,
      budget_key_ids: `take_key_budget($${key}::uuid, $${budget}::text, $${day}::date, $${write}::uuid)`,
    },
    values: [take.keyId, take.budget, dayOf(due), id],
  }
}

/**
 * The part of the statement that gives back what the row that it has changed took from budgets, unless the network got
 * one of the earlier attempts. Its parameter is `first`.
 * @param attempt the number of the attempt that ends in the same statement; 0 if none does
 */
export function givenBackPart(attempt: number, first: number): Part {
  const text = `, given_back as (
    update key_budget_use as budget_use set used = budget_use.used - 1
    from (
      select counted.key_id, counted.budget, counted.day from changed
      join key_budget_use as counted on counted.key_id = any(changed.budget_key_ids)
        and counted.budget = changed.budget and counted.day = (changed.due_at at time zone 'UTC')::date
      where not exists (
        select from external_write_attempt as sent where sent.write_id = changed.id and sent.number <> $${first}::int
          and coalesce(sent.outcome, '') not in ('not_sent', 'absent'))
      order by counted.key_id for update of counted
    ) as counted
    where budget_use.key_id = counted.key_id and budget_use.budget = counted.budget and budget_use.day = counted.day
  )`
  return { text, values: [attempt] }
}

/** The budget for want of which a write was not stored; undefined for any other error. */
export function exhaustedBudget(thrown: unknown): ExhaustedBudget | undefined {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code !== 'KB001') return undefined
  const exhausted: ExhaustedBudget = JSON.parse(thrown.detail ?? '{}')
  return exhausted
}

/** Whether a write was not stored because the key whose budget it uses up has been deleted. */
export function isKeyOfBudgetDeleted(thrown: unknown): boolean {
  return violatesForeignKey(thrown, 'key_budget_use_key_id_fkey')
}

/** How much of its budgets a key has used up on a day. */
export interface UsedBudget {
  keyId: string
  budget: KeyBudget
  used: number
}

/** How much of the budgets of keys is used up on the UTC day of a time. */
export function usedBudgets(db: Db, keyIds: readonly string[], at: Date): Promise<UsedBudget[]> {
  return usedOf(db, [keyIds, dayOf(at)])
}
