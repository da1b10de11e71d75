import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccountRow,
  type ConversationRow,
  listConversations,
  lockMessages,
  transaction,
  upsertConversation,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import {
  type CallContext,
  type Conversation,
  type MessagesPort,
  ProviderError,
  type ReadMessage,
} from '@carillon/providers'
import { callAccount } from '../call-account.ts'
import type { Context } from '../context.ts'
import { raiseMessageEvents } from './message-events.ts'
import { messageRows } from './message-row.ts'
import { mergeReadMessages } from './open-sends.ts'

interface ConversationsToRead {
  account: AccountRow
  requestId: string
  /** The start of the last completed read; null for the first read, which reads only one page that is not empty. */
  since: Date | null
  /**
   * The start of the first completed read: older messages raise no events. Null during the first read, whose messages
   * raise no events at all.
   */
  historyUntil: Date | null
  /** The network's cursor of the page with which an interrupted read is continued; null to begin with the first. */
  cursor: string | null
  /** Called after each page except the last, with the cursor of the next one. */
  onPage(next: string): void
  signal: AbortSignal
}

/** The maximum assumed difference in ms between the clock of a network and Carillon's. */
const clockSkewMs = 10_000
/**
 * Milliseconds before the start of the last completed read from which on conversations are read again, as clocks differ
 * and messages may be listed a moment late.
 */
const overlapMs = 5 * 60_000

/**
 * Reads the conversations that have changed since the last completed read from the network, newest first, each with its
 * newest messages, and stores the messages with their events. Skips a conversation that has not changed since its
 * messages were read. Waits for the rate limit where needed. Returns the number of conversations that the network
 * listed, including skipped ones.
 * @throws ServiceError `unsupported_platform` for a platform without direct messages, `provider_error` if the cursors
 *   of the network lead back to a page that was read, or the error of the network
 */
export async function readConversations(context: Context, wanted: ConversationsToRead): Promise<number> {
  const { account, requestId, since, historyUntil, onPage, signal } = wanted
  const { messages: port } = await context.registry.adapter(account.platform)
  if (!port) throw new ServiceError('unsupported_platform', 'The platform has no direct messages.')
  return callAccount(context, { account, requestId, signal }, async (call) => {
    const paced = withWaiting(call)
    const from = since && new Date(since.getTime() - overlapMs).toISOString()
    const seen = new Set<string>()
    let listed = 0
    for (let cursor = wanted.cursor; ; ) {
      const readAt = context.now()
      const { conversations, next } = await port.conversations(paced, { since: from, cursor })
      await readPage(context, { account, port, call: paced, since, historyUntil, readAt }, conversations)
      listed += conversations.length
      const isEnough = from === null && conversations.length > 0
      // A page can be empty and have a next one: networks leave out what the account may not see.
      if (next === null || isEnough) return listed
      if (seen.has(next)) throw repeatedPage()
      onPage(next)
      seen.add(next)
      cursor = next
    }
  })
}

/**
 * Builds the error for a list whose cursors lead back to a page that was read: further conversations may have changed.
 * The outcome is `rejected`, as for a cursor that the network does not accept, so that the next read begins with the
 * first page.
 */
function repeatedPage(): ProviderError {
  return new ProviderError('provider_error', 'The platform returns the same page of conversations again.', 'rejected')
}

/**
 * Whether a conversation has certainly not changed since its messages were read. Networks report whole seconds, so it
 * may have changed again in the second of its `updatedAt`.
 */
function isRead(
  { updatedAt }: Conversation,
  known: ConversationRow | undefined,
  { since }: Pick<Reading, 'since'>,
): boolean {
  const readAt = known?.readAt ?? since
  if (!known?.updatedAt || updatedAt === null || readAt === null) return false
  const at = Date.parse(updatedAt)
  return known.updatedAt.getTime() === at && at < readAt.getTime() - clockSkewMs
}

interface Reading {
  account: AccountRow
  port: MessagesPort
  call: CallContext
  since: Date | null
  historyUntil: Date | null
  /**
   * When the page of conversations was requested. It counts as the time at which their messages were read, because some
   * networks list conversations together with their messages.
   */
  readAt: Date
}

async function readPage(context: Context, reading: Reading, conversations: readonly Conversation[]): Promise<void> {
  const { account, port, call, readAt } = reading
  const ids = conversations.map(({ id }) => id)
  const stored = await listConversations(context.db, account.id, ids)
  const known = new Map(stored.map((row) => [row.providerId, row]))
  for (const conversation of conversations) {
    const { id, updatedAt, participant } = conversation
    if (isRead(conversation, known.get(id), reading)) continue
    await store(context, reading, await port.messages(call, conversation))
    const knownUpdate = updatedAt === null ? null : new Date(updatedAt)
    const row = { accountId: account.id, providerId: id, participant, updatedAt: knownUpdate, readAt }
    await upsertConversation(context.db, row)
  }
}

async function store(
  context: Context,
  { account, historyUntil, readAt }: Reading,
  messages: readonly ReadMessage[],
): Promise<void> {
  const rows = messageRows(
    context,
    messages.toReversed().map((message) => ({ accountId: account.id, message })),
  ).map((row) => ({ ...row, editedAt: new Date(readAt.getTime() - clockSkewMs) }))
  await transaction(context.db, async (tx) => {
    await lockMessages(tx, [account.id])
    const changed = await mergeReadMessages(tx, rows)
    // The first reading stores history alone.
    if (historyUntil !== null) await raiseMessageEvents(tx, changed, { since: historyUntil })
  })
}

/** Returns a call context that waits for a slot of the rate limit instead of failing. */
function withWaiting(call: CallContext): CallContext {
  return {
    ...call,
    async acquireRateSlot(rate, key) {
      for (;;) {
        try {
          return await call.acquireRateSlot(rate, key)
        } catch (error) {
          if (!(error instanceof ServiceError) || error.code !== 'rate_limited' || error.retryAfter === undefined)
            throw error
          await sleep(Math.min(error.retryAfter, 1) * 250, undefined, { signal: call.signal })
        }
      }
    },
  }
}
