import type { Step } from '../migrating/migration.ts'

/**
 * The steps that add the `+` of E.164 to phone numbers without one in `message.sender` and `message.recipient`. They
 * change only messages of accounts that are set up in steps (`setup_missing` is not null), as the ids of other networks
 * may also consist of digits.
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
 * Does nothing in the transaction: the steps after it (`after`) rewrite the phone numbers of stored messages in
 * batches.
 */
export async function up(): Promise<void> {}
