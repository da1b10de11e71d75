import {
  type AccountRow,
  type Db,
  findAccountForWorker,
  type NewEvent,
  raiseEvents,
  transaction,
} from '@carillon/database'
import type { EventType } from '@carillon/domain'
import { auditEndedConnections } from '../audit/connection-ended.ts'
import type { Context } from '../context.ts'
import { newEvent } from '../events/new-event.ts'
import { viewAccount } from './account-view.ts'

type Changing = Pick<Context, 'config' | 'now'>
type AccountEvent = Extract<EventType, `account.${string}`>

/** An event that reports an account as the row has it. */
export function accountEvent(context: Changing, row: AccountRow, type: AccountEvent): NewEvent {
  const owner = { ...row, accountId: row.id }
  return newEvent(owner, { type, id: row.id, at: context.now(), data: viewAccount(context, row) })
}

/** Stores events that report accounts as they are in the transaction; accounts that do not exist have none. */
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

/** A change of an account, and the event that reports it. */
export interface AccountChange {
  id: string
  type: AccountEvent
  /** Changes the row and returns whether anything is different from before; else there is no event. */
  change(tx: Db): Promise<boolean>
}

/** Changes an account in a transaction that has begun. Returns whether anything is different from before. */
export async function changeAccountIn(
  context: Changing,
  tx: Db,
  { id, type, change }: AccountChange,
): Promise<boolean> {
  const isChanged = await change(tx)
  if (isChanged) await raiseAccountEvents(context, tx, { ids: [id], type })
  return isChanged
}

/** Changes an account. Returns whether anything is different from before. */
export function changeAccount(context: Context, change: AccountChange): Promise<boolean> {
  return transaction(context.db, (tx) => changeAccountIn(context, tx, change))
}
