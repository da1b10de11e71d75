import type { KeyBudget } from '@carillon/domain'
import pg from 'pg'
import { violatesForeignKey } from '../connection/errors.ts'
import type { Db } from '../db.ts'
import type { BudgetTake } from '../schema/external-write.ts'
import { type Part, statement } from '../statements/statement.ts'

/** A budget of an API key that has no unit left on a day (YYYY-MM-DD, UTC). */
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
 * Returns the columns of an `insert`, as SQL with its values, by which a new write uses one unit of a budget (a maximum
 * number of writes of one kind per UTC day), for the API key and for those of its ancestors that have this budget, on
 * the UTC day of `due`. Returns no columns if `take` is undefined. `computed` has the SQL, keyed by column name.
 * @param id the id of the write
 * @param first the number of the first placeholder (`$n`)
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
 * Returns a further common table expression of an SQL statement, which begins with a comma. It refunds the unit of a
 * key's daily budget that a write used, unless another attempt of the write may have reached the network. The write is
 * the row of the common table expression `changed`, which must precede it.
 * @param attempt the number of the attempt that ends in the same statement, which does not count; 0 for none
 * @param first the number of the only placeholder (`$n`) of the part
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
export interface UsedBudget {
  keyId: string
  budget: KeyBudget
  used: number
}

/** Reads how many units of their budgets API keys have used on the UTC day of a time. Unused budgets are left out. */
export function usedBudgets(db: Db, keyIds: readonly string[], at: Date): Promise<UsedBudget[]> {
  return usedOf(db, [keyIds, dayOf(at)])
}
