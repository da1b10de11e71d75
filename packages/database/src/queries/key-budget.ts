import type { KeyBudget } from '@carillon/domain'
import { sql } from 'kysely'
import pg from 'pg'
import { violatesForeignKey } from '../connection/errors.ts'
import type { Db } from '../db.ts'
import type { BudgetTake } from '../schema/external-write.ts'
import type { KeyBudgetUseTable } from '../schema/key-budget-use.ts'
import type { Values } from '../statements/statement.ts'

/** A budget of an API key, or of a key that created it, that has no unit left on a day (YYYY-MM-DD, UTC). */
export interface ExhaustedBudget {
  budget: KeyBudget
  limit: number
  day: string
}

/** Returns the UTC day of a time, YYYY-MM-DD. */
export const utcDayOf = (time: Date): string => time.toISOString().slice(0, 10)

/**
 * Returns further columns for the `insert` of a write, as SQL keyed by column name. They use one unit of the write's
 * daily budget on the UTC day of `due`: for the API key, and for those of its ancestors that have the budget. Empty if
 * `take` is undefined.
 * @param id the id of the write
 */
export function budgetColumns(
  take: BudgetTake | undefined,
  { id, due, values }: { id: string; due: Date; values: Values },
): Readonly<Record<string, string>> {
  if (take === undefined) return {}
  const budget = `${values.add(take.budget)}::text`
  const [key, day, write] = [values.add(take.keyId), values.add(utcDayOf(due)), values.add(id)]
  return { budget, budget_key_ids: `take_key_budget(${key}::uuid, ${budget}, ${day}::date, ${write}::uuid)` }
}

/**
 * Returns SQL that begins with a comma: a further common table expression of a statement. It refunds the unit of a
 * key's daily budget that a write used. The write is the row of the common table expression `changed`, which must
 * precede it. Nothing is refunded if an attempt of the write, other than `attempt`, may have reached the network.
 * @param attempt the number of the attempt that ends in the same statement; 0 for none
 */
export function givenBackPart(attempt: number, values: Values): string {
  return `, given_back as (
    update key_budget_use as budget_use set used = budget_use.used - 1
    from (
      select counted.key_id, counted.budget, counted.day from changed
      join key_budget_use as counted on counted.key_id = any(changed.budget_key_ids)
        and counted.budget = changed.budget and counted.day = (changed.due_at at time zone 'UTC')::date
      where not exists (
        select from external_write_attempt as sent where sent.write_id = changed.id and sent.number <> ${values.add(attempt)}::int
          and coalesce(sent.outcome, '') not in ('not_sent', 'absent'))
      order by counted.key_id for update of counted
    ) as counted
    where budget_use.key_id = counted.key_id and budget_use.budget = counted.budget and budget_use.day = counted.day
  )`
}

/** Returns the exhausted budget because of which a write or schedule was not stored; undefined for any other error. */
export function exhaustedBudget(thrown: unknown): ExhaustedBudget | undefined {
  if (!(thrown instanceof pg.DatabaseError) || thrown.code !== 'KB001') return undefined
  const exhausted: ExhaustedBudget = JSON.parse(thrown.detail ?? '{}')
  return exhausted
}

/** Returns whether a write or schedule was not stored because the API key whose budget it uses has been deleted. */
export function isKeyOfBudgetDeleted(thrown: unknown): boolean {
  return violatesForeignKey(thrown, 'key_budget_use_key_id_fkey')
}

/** How many units of a budget an API key has used on a day. */
export type UsedBudget = Omit<KeyBudgetUseTable, 'day'>

/** Reads how many units of their budgets API keys have used on the UTC day of a time. Unused budgets are left out. */
export function usedBudgets(db: Db, keyIds: readonly string[], at: Date): Promise<UsedBudget[]> {
  const ofDay = db.kysely.selectFrom('keyBudgetUse').where('day', '=', utcDayOf(at))
  return ofDay.select(['keyId', 'budget', 'used']).where(sql<boolean>`key_id = any(${keyIds}::uuid[])`).execute()
}
