import { type Kysely, sql } from 'kysely'

/**
 * Phone numbers of stored messages are spelled as E.164 with `+`. Only accounts that are set up in steps exchange messages
 * with numbers; the ids of other networks may consist of digits, too, and are left alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['sender', 'recipient'] as const) {
    await sql`
      update message set ${sql.ref(column)} = '+' || message.${sql.ref(column)}
      from account
      where account.id = message.account_id and account.setup_missing is not null
        and message.${sql.ref(column)} ~ '^[1-9][0-9]{6,14}$'`.execute(db)
  }
}
