import {
  applyMessageStatuses,
  insertMessageStatuses,
  listOpenWrites,
  lockMessages,
  type MessageRow,
  type MessageStatusRow,
  transaction,
} from '@carillon/database'
import { type ReceivedMessage, type StatusChange, storableText } from '@carillon/providers'
import type { Context } from '../context.ts'
import { decideWrite } from '../journal/decide-write.ts'
import type { AccountsByProviderId, Normalized } from '../normalized-events.ts'
import { isStorageFailure } from '../storage-failure.ts'
import { messageRows } from './message-row.ts'
import { mergeReadMessages } from './open-sends.ts'

interface Rows {
  messages: Omit<MessageRow, 'error'>[]
  statuses: MessageStatusRow[]
}

/** Stores messages and status reports of webhook events for every account to which they belong. */
export function storeEvents(
  context: Context,
  accounts: AccountsByProviderId,
  { messages, statuses }: Pick<Normalized, 'messages' | 'statuses'>,
): Promise<void> {
  return storeRows(context, {
    messages: messageRows(
      context,
      messages.flatMap((message) => rowsOf(accounts, message, (accountId) => ({ accountId, message }))),
    ),
    statuses: statuses.flatMap((status) => rowsOf(accounts, status, (id) => statusRow(context, id, status))),
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

/** Stores all rows at once. If the database rejects the batch, it is split in half until the faulty row is found. */
async function storeRows(context: Context, rows: Rows): Promise<void> {
  const { messages, statuses } = rows
  const total = messages.length + statuses.length
  if (total === 0) return
  try {
    await storeTogether(context, rows)
  } catch (error) {
    if (isStorageFailure(error)) throw error
    if (total === 1) {
      context.log.error({ accountId: (messages[0] ?? statuses[0])?.accountId, err: error }, 'webhook event not stored')
      context.counters.add('webhook_events', ['broken'])
      return
    }
    for (const half of halves(rows)) await storeRows(context, half)
  }
}

function halves({ messages, statuses }: Rows): Rows[] {
  if (messages.length > 0 && statuses.length > 0)
    return [
      { messages, statuses: [] },
      { messages: [], statuses },
    ]
  const [m, s] = [Math.ceil(messages.length / 2), Math.ceil(statuses.length / 2)]
  return [
    { messages: messages.slice(0, m), statuses: statuses.slice(0, s) },
    { messages: messages.slice(m), statuses: statuses.slice(s) },
  ]
}

function storeTogether(context: Context, { messages, statuses }: Rows): Promise<void> {
  return transaction(context.db, async (tx) => {
    await lockMessages(
      tx,
      [...messages, ...statuses].map(({ accountId }) => accountId),
    )
    await mergeReadMessages(tx, messages)
    await insertMessageStatuses(tx, statuses)
    await applyMessageStatuses(tx, statuses)
  })
}

/**
 * Decides sends with an unknown outcome: a status report that contains the id of a stored write shows that the network
 * accepted the message.
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

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
