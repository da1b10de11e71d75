import {
  type AccountRow,
  type ChangedMessage,
  findAccountForWorker,
  type NewEvent,
  type ReadMessageRow,
  raiseEvents,
  readMessages,
  type Tx,
} from '@carillon/database'
import type { EventType } from '@carillon/domain'
import { newEvent } from '../events/new-event.ts'
import { hasMessages, type MessageAccount, viewMessage } from './message-view.ts'

/** Returns the type of the event for a message after a change; null while its outcome is unknown. */
function typeOf({ direction, status }: ReadMessageRow, isNew: boolean): EventType | null {
  if (status === 'unknown') return null
  if (status === 'failed') return 'message.failed'
  if (!isNew) return 'message.status'
  return direction === 'inbound' ? 'message.received' : 'message.sent'
}

function eventOf(row: ReadMessageRow, account: MessageAccount, isNew: boolean): NewEvent[] {
  const type = typeOf(row, isNew)
  if (type === null) return []
  const at = new Date(row.occurredAt)
  return [newEvent({ ...account, accountId: account.id }, { type, id: row.id, at, data: viewMessage(row, account) })]
}

async function accountsOf(tx: Tx, rows: readonly ReadMessageRow[]): Promise<Map<string, MessageAccount>> {
  const accounts = new Map<string, MessageAccount>()
  for (const id of new Set(rows.map(({ accountId }) => accountId))) {
    const account: AccountRow | undefined = await findAccountForWorker(tx, id)
    if (account && hasMessages(account)) accounts.set(id, account)
  }
  return accounts
}

/**
 * Stores the events that report changes of messages, one for each message as it is now. A message whose outcome is
 * unknown, or whose account was deleted, raises no event. Call it in the transaction of the changes.
 * @param since new messages that are older are history and raise no event
 */
export async function raiseMessageEvents(
  tx: Tx,
  changed: readonly ChangedMessage[],
  { since }: { since: Date },
): Promise<void> {
  if (changed.length === 0) return
  const isNew = new Set(changed.filter((each) => each.isNew).map(({ id }) => id))
  const rows = await readMessages(tx, [...new Set(changed.map(({ id }) => id))])
  const wanted = rows.filter(({ id, occurredAt }) => !isNew.has(id) || new Date(occurredAt) >= since)
  const inOrder = wanted.toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt) || a.id.localeCompare(b.id))
  const accounts = await accountsOf(tx, inOrder)
  await raiseEvents(
    tx,
    inOrder.flatMap((row) => {
      const account = accounts.get(row.accountId)
      return account ? eventOf(row, account, isNew.has(row.id)) : []
    }),
  )
}

/**
 * The `since` for `raiseMessageEvents` by which no message is history, so that each change of a message raises an
 * event.
 */
export const noHistory = new Date(0)
