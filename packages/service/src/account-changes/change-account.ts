import {
  type AccountRow,
  type Db,
  findAccountForWorker,
  type NewEvent,
  raiseEvents,
  transactionInTurn,
} from '@carillon/database'
import type { EventType } from '@carillon/domain'
import { auditEndedConnections } from '../audit/connection-ended.ts'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewAccount } from './account-view.ts'

type Changing = Pick<Context, 'config' | 'now'>
type AccountEvent = Extract<EventType, `account.${string}`>

/** Builds an event whose data is the account as it is in `row`. Does not store it. */
export function accountEvent(context: Changing, row: AccountRow, type: AccountEvent): NewEvent {
  const owner = { ...row, accountId: row.id }
  return newEvent(owner, { type, id: row.id, at: context.now(), data: viewAccount(context, row) })
}

/**
 * Stores an event of this type for each account, with the account's data as read in the transaction. Accounts that do
 * not exist are skipped. For `account.expired`, an audit entry is stored as well.
 */
export async function raiseAccountEvents(
  context: Changing,
  tx: Db,
  { ids, type }: { ids: readonly string[]; type: AccountEvent },
): Promise<void> {
  for (const id of ids) {
    const row = await findAccountForWorker(tx, id)
    if (!row) continue
    await raiseEvents(tx, [accountEvent(context, row, type)])
    if (type === 'account.expired')
      await auditEndedConnections(tx, [row], { action: 'system.accounts.expire', at: context.now() })
  }
}

/** A change of an account, together with the type of the event that reports it. */
export interface AccountChange {
  id: string
  type: AccountEvent
  /** Changes the row and returns whether any value is now different. If not, no event is stored. */
  change(tx: Db): Promise<boolean>
}

/**
 * Calls `change` in the caller's transaction `tx`. If it returns true, which means that a value of the account `id` is
 * now different, stores an event of this type with the account's new data. Returns the result of `change`.
 */
export async function changeAccountIn(
  context: Changing,
  tx: Db,
  { id, type, change }: AccountChange,
): Promise<boolean> {
  const isChanged = await change(tx)
  if (isChanged) await raiseAccountEvents(context, tx, { ids: [id], type })
  return isChanged
}

/**
 * Calls `change.change` in a transaction of its own. If it returns true, which means that a value of the account is now
 * different, stores the event that reports it in the same transaction. Returns that result.
 */
export function changeAccount(context: Context, change: AccountChange): Promise<boolean> {
  return transactionInTurn(context.db, ['account', change.id], (tx) => changeAccountIn(context, tx, change))
}
