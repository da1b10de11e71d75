import {
  applyMessageStatuses,
  assignMessage,
  findProviderRow,
  insertMessageStatuses,
  listOpenWrites,
  listReceiptStatuses,
  lockMessages,
  type MessageReceiptRow,
  type MessageStatusRow,
  storeMessageReceipts,
  type Tx,
  transaction,
} from '@carillon/database'
import { type Receipt, type ReceivedMessage, type StatusChange, storableText } from '@carillon/providers'
import type { Context } from '../context.ts'
import { isId } from '../is-id.ts'
import { decideWrite } from '../journal/decide-write.ts'
import type { AccountsByProviderId, Normalized } from '../normalized-events.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { noHistory, raiseMessageEvents } from './message-events.ts'
import { messageRows, type NewMessage } from './message-row.ts'
import { mergeReadMessages } from './open-sends.ts'

interface Rows {
  messages: NewMessage[]
  statuses: MessageStatusRow[]
  receipts: MessageReceiptRow[]
}

/**
 * Stores messages, statuses (of single messages) and receipts (of all messages of a conversation up to a time) that
 * webhook events reported, for every account to which they belong, and their events. An edit replaces the text of the
 * stored message unless that is newer, without an event; if the message is not stored, the edit is stored as a new
 * message. An event that cannot be stored is logged and counted; a failure of the database is thrown.
 * @param accounts Carillon's account ids, keyed by the network's account id
 */
export function storeEvents(
  context: Context,
  accounts: AccountsByProviderId,
  { messages, statuses, receipts }: Pick<Normalized, 'messages' | 'statuses' | 'receipts'>,
): Promise<void> {
  return storeRows(context, {
    messages: messageRows(
      context,
      messages.flatMap((message) => rowsOf(accounts, message, (accountId) => ({ accountId, message }))),
    ),
    statuses: statuses.flatMap((status) => rowsOf(accounts, status, (id) => statusRow(context, id, status))),
    receipts: receipts.flatMap((receipt) => rowsOf(accounts, receipt, (id) => receiptRow(context, id, receipt))),
  })
}

function rowsOf<T>(
  accounts: AccountsByProviderId,
  { accountProviderId }: Pick<ReceivedMessage, 'accountProviderId'>,
  row: (accountId: string) => T,
): T[] {
  return (accounts.get(accountProviderId) ?? []).map(row)
}

function statusRow(context: Context, accountId: string, change: StatusChange): MessageStatusRow {
  const { providerId, status, error, occurredAt } = change
  return {
    accountId: accountId,
    providerId: storableText(providerId),
    status,
    error: error && { code: storableText(error.code), message: storableText(error.message) },
    occurredAt: new Date(occurredAt),
    receivedAt: context.now(),
  }
}

function receiptRow(context: Context, accountId: string, receipt: Receipt): MessageReceiptRow {
  const { participant, status, until } = receipt
  return { accountId, participant, status, until: new Date(until), receivedAt: context.now() }
}

/** Stores all rows at once. If the database rejects them, they are split in half until the faulty row is found. */
async function storeRows(context: Context, rows: Rows): Promise<void> {
  const { messages, statuses, receipts } = rows
  const total = messages.length + statuses.length + receipts.length
  if (total === 0) return
  try {
    await storeTogether(context, rows)
  } catch (error) {
    if (isStorageFailure(error)) throw error
    if (total === 1) {
      const { accountId } = messages[0] ?? statuses[0] ?? receipts[0] ?? {}
      context.log.error({ accountId, err: error }, 'webhook event not stored')
      context.counters.add('webhook_events', ['broken'])
      return
    }
    for (const half of halves(rows)) await storeRows(context, half)
  }
}

const none: Rows = { messages: [], statuses: [], receipts: [] }

/** Splits rows by their kind, or rows of one kind in the middle. */
function halves({ messages, statuses, receipts }: Rows): Rows[] {
  const kinds = [{ messages }, { statuses }, { receipts }].filter((kind) => Object.values(kind)[0]?.length)
  if (kinds.length > 1) return kinds.map((kind) => ({ ...none, ...kind }))
  const [m, s, r] = [messages, statuses, receipts].map(({ length }) => Math.ceil(length / 2))
  return [
    { messages: messages.slice(0, m), statuses: statuses.slice(0, s), receipts: receipts.slice(0, r) },
    { messages: messages.slice(m), statuses: statuses.slice(s), receipts: receipts.slice(r) },
  ]
}

function storeTogether(context: Context, rows: Rows): Promise<void> {
  const { messages, statuses, receipts } = rows
  return transaction(context.db, async (tx) => {
    await lockMessages(
      tx,
      [...messages, ...statuses, ...receipts].map(({ accountId }) => accountId),
    )
    const received = messages.filter(({ editedAt }) => !editedAt)
    const merged = await mergeReadMessages(tx, received)
    const edited = await mergeReadMessages(tx, newestEdits(messages))
    const stored = new Set(merged.map(({ id }) => id))
    await takeTimes(
      tx,
      messages.filter(({ id }) => !stored.has(id)),
    )
    await storeMessageReceipts(tx, receipts)
    const all = [...statuses, ...(await statusesByReceipt(context, tx, rows))]
    await insertMessageStatuses(tx, all)
    // Reports may have arrived before their messages.
    const moved = await applyMessageStatuses(tx, [...all, ...sentAmong(messages)])
    await raiseMessageEvents(tx, [...merged, ...edited, ...moved], { since: noHistory })
  })
}

/** Returns the newest edit of each message that was edited. */
function newestEdits(messages: Rows['messages']): NewMessage[] {
  const edits = messages.filter(({ editedAt }) => editedAt)
  const oldestFirst = edits.toSorted((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime())
  return [...new Map(oldestFirst.map((edit) => [`${edit.accountId} ${edit.providerId}`, edit])).values()]
}

/**
 * Sets the network's time on messages that were stored before with another one: those that the account sent, which have
 * the time of the call until then, and to which receipts refer; and those that were read, whose time is in whole
 * seconds.
 */
async function takeTimes(tx: Tx, messages: Rows['messages']): Promise<void> {
  for (const message of messages) {
    const { accountId, direction, providerId, occurredAt } = message
    if (providerId === null || (direction === 'inbound' && !hasMilliseconds(message))) continue
    const row = await findProviderRow(tx, { accountId, providerId })
    if (!row || row.occurredAt.getTime() === occurredAt.getTime()) continue
    if (direction === 'outbound' || row.occurredAt.getTime() === wholeSecond(occurredAt)) {
      await assignMessage(tx, row.id, { providerId, occurredAt })
    }
  }
}

const wholeSecond = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000

/** Whether an event has the exact time of its message, which the event of an edit does not report. */
const hasMilliseconds = ({ editedAt, occurredAt }: Rows['messages'][number]): boolean =>
  !editedAt && occurredAt.getTime() !== wholeSecond(occurredAt)

function sentAmong(messages: Rows['messages']): { accountId: string; providerId: string }[] {
  return messages.flatMap(({ accountId, direction, providerId }) =>
    direction === 'outbound' && providerId !== null ? [{ accountId, providerId }] : [],
  )
}

/** Returns the statuses of messages that follow from receipts of the same conversations, stored now or earlier. */
function statusesByReceipt(context: Context, tx: Tx, { messages, receipts }: Rows): Promise<MessageStatusRow[]> {
  const sent = messages.flatMap(({ accountId, direction, recipient }) =>
    direction === 'outbound' && recipient !== null ? [{ accountId, participant: recipient }] : [],
  )
  const conversations = [...sent, ...receipts]
  const byName = new Map(conversations.map((one) => [`${one.accountId} ${one.participant}`, one]))
  return listReceiptStatuses(tx, [...byName.values()], context.now())
}

/**
 * Decides message sends that have not ended or whose outcome is unknown: a status that a webhook event reported with
 * the id of a stored write shows that the network accepted the message. Statuses of other accounts decide nothing.
 * @param accounts Carillon's account ids, keyed by the network's account id
 */
export async function decideSends(
  context: Context,
  accounts: AccountsByProviderId,
  statuses: readonly StatusChange[],
): Promise<void> {
  const byWrite = new Map<string, StatusChange>()
  for (const status of statuses)
    if (status.writeId !== null && isId(status.writeId)) byWrite.set(status.writeId, status)
  for (const { id, accountId } of await listOpenWrites(context.db, [...byWrite.keys()])) {
    const status = byWrite.get(id)
    // An event of one account decides no write of another.
    if (!status || !accounts.get(status.accountProviderId)?.includes(accountId)) continue
    const { providerId, occurredAt, recipient } = status
    await decideWrite(context, id, { status: 'succeeded', result: { providerId, occurredAt, recipient } })
  }
}
