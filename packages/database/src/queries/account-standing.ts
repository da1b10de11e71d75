import { type SetupStep, setupSteps } from '@carillon/domain'
import { sql } from 'kysely'
import type { Db } from '../db.ts'

/**
 * Stores the restriction of an account; an empty text means that it was lifted. The report with the latest time counts,
 * in whichever order reports arrive. Of two reports with the same time, every order keeps the same one. Returns whether
 * the restriction is another than before.
 */
export async function noteRestriction(
  db: Db,
  id: string,
  { restriction, since, at }: { restriction: string; since: Date; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    update account set restriction = ${restriction}, restriction_at = ${since}, updated_at = ${at}
    from (select restriction from account where id = ${id} for update) as before
    where id = ${id}
      and (coalesce(restriction_at, '-infinity'), coalesce(account.restriction, '')) < (${since}::timestamptz, ${restriction}::text)
    returning coalesce(before.restriction, '') <> account.restriction as changed`.execute(db.kysely)
  return rows.some(({ changed }) => changed)
}

/** Records that the network rejected a message because a payment method is missing. */
export async function notePaymentFailure(db: Db, id: string, failedAt: Date): Promise<void> {
  await db.kysely
    .updateTable('account')
    .set({ paymentFailedAt: sql`greatest(payment_failed_at, ${failedAt}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Those of the accounts whose messages the network has rejected because a payment method is missing. */
export function listPaymentFailures(db: Db, ids: readonly string[]): Promise<{ id: string; paidSince: boolean }[]> {
  const paidSince = sql<boolean>`exists (
    select from message_status as s join message as m using (account_id, provider_id)
    where s.account_id = account.id and m.type = 'template' and s.status in ('delivered', 'read')
      and s.occurred_at > account.payment_failed_at)`
  return db.kysely
    .selectFrom('account')
    .select(['id', paidSince.as('paidSince')])
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('paymentFailedAt', 'is not', null)
    .execute()
}

/** Adds and removes missing setup steps of an account, in the order of the steps. Returns whether that changed it. */
export async function changeSetup(
  db: Db,
  id: string,
  { add = [], remove = [], at }: { add?: readonly SetupStep[]; remove?: readonly SetupStep[]; at: Date },
): Promise<boolean> {
  const missing = sql<SetupStep[]>`array(
    select step from unnest(${setupSteps}::text[]) with ordinality as known (step, place)
    where (step = any(setup_missing) or step = any(${add}::text[])) and step != all(${remove}::text[]) order by place)`
  const { numUpdatedRows } = await db.kysely
    .updateTable('account')
    .set({ setupMissing: missing, updatedAt: at })
    .where('id', '=', id)
    .where('setupMissing', 'is not', null)
    .where(sql<boolean>`setup_missing is distinct from ${missing}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
