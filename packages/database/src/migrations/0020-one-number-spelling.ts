import type { Step } from '../migrating/migration.ts'

/**
 * Rewrites the phone numbers of stored messages as E.164 with `+`. Only accounts that are set up in steps exchange
 * messages with phone numbers. Ids of other networks may also consist of digits and are not changed.
 */
export const after: readonly Step[] = (['sender', 'recipient'] as const).map((column) => ({
  kind: 'back-fill',
  name: column,
  table: 'message',
  key: 'id',
  set: `${column} = '+' || ${column}`,
  where: `${column} ~ '^[1-9][0-9]{6,14}$'
    and account_id in (select id from account where setup_missing is not null)`,
}))

/**
 * Converts phone numbers of stored messages to E.164 with `+`. Only changes accounts with a setup, as only they
 * exchange messages with phone numbers; ids of other networks may also consist of digits.
 */
export async function up(): Promise<void> {}
