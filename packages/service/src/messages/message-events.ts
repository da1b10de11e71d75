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

/** What has changed of a message: whether it is new, and when its status changed (undefined if that is not known). */
type Change = Pick<ChangedMessage, 'isNew' | 'changedAt'>

function eventOf(row: ReadMessageRow, account: MessageAccount, { isNew, changedAt }: Change): NewEvent[] {
  const type = typeOf(row, isNew)
  if (type === null) return []
  const isOfStatus = type === 'message.status' || type === 'message.failed'
  const at = (isOfStatus ? changedAt : undefined) ?? new Date(row.occurredAt)
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
 * Stores one event for each changed message, with the message as it is now. The time of the event is that of the
 * message; if the message failed or only its status changed, it is the time of this change, if known. A message whose
 * outcome is unknown, or whose account was deleted, raises no event. Call it in the transaction of the changes.
 * @param since new messages that are older are history and raise no event
 */
export async function raiseMessageEvents(
  tx: Tx,
  changed: readonly ChangedMessage[],
  { since }: { since: Date },
): Promise<void> {
  if (changed.length === 0) return
  const changes = new Map<string, Change>()
  for (const { id, isNew, changedAt } of changed) {
    const known = changes.get(id)
    const at = changedAt ?? known?.changedAt
    changes.set(id, { isNew: isNew || known?.isNew === true, ...(at && { changedAt: at }) })
  }
  const isNew = (id: string) => changes.get(id)?.isNew === true
  const rows = await readMessages(tx, [...changes.keys()])
  const wanted = rows.filter(({ id, occurredAt }) => !isNew(id) || new Date(occurredAt) >= since)
  const inOrder = wanted.toSorted(
    (a, b) => a.occurredAt.localeCompare(b.occurredAt, 'en') || a.id.localeCompare(b.id, 'en'),
  )
  const accounts = await accountsOf(tx, inOrder)
  await raiseEvents(
    tx,
    inOrder.flatMap((row) => {
      const [account, change] = [accounts.get(row.accountId), changes.get(row.id)]
      return account && change ? eventOf(row, account, change) : []
    }),
  )
}

/** The `since` for `raiseMessageEvents` by which no message is history. */
export const noHistory = new Date(0)
