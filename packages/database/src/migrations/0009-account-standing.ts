import { type Kysely, sql } from 'kysely'

/** What a network says of an account as such: restrictions, a lowered rating, a payment method that is missing. */
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
