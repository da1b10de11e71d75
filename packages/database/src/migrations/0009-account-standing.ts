import { type Kysely, sql } from 'kysely'

/**
 * Adds to `account` what a network reports about it: its restriction (`restriction`, `restriction_at`), a lowered
 * rating (`quality`) and when a payment method was missing (`payment_failed_at`). All are null in existing rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table account
    add column restriction text,
    add column restriction_at timestamptz,
    add column quality text,
    add column payment_failed_at timestamptz`,
]
