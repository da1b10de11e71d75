import { type Kysely, sql } from 'kysely'

/** Adds what a network reports about an account itself: restrictions, a lowered rating, a missing payment method. */
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
