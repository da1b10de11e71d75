import type { CallContext } from '../../call-context.ts'
import type { Fields } from '../../json.ts'
import type { Conversation, ConversationPage, ReadMessage } from '../../ports/messages.ts'
import { codesOf } from '../codes.ts'
import { graphPage } from '../graph.ts'
import { type Inbox, readInbox } from './inbox.ts'
import { conversationFields, messagesField, messagesIn, toConversation } from './message.ts'

/**
 * Conversations of a page, tried in this order: Graph rejects a list that is too much for it with code 1.
 * Unverified for conversations; seen on lists of posts.
 */
const pageSizes = [25, 10, 4]

interface ListQuery {
  cursor?: string | null
  /** Only the conversation with this participant. */
  participant?: string
}

/**
 * Conversations with their newest messages, newest first; those in the Requests folder as well, while they are not idle
 * for over 30 days.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20)
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
async function readList<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  { cursor, participant, limit }: ListQuery & { limit: number },
): Promise<Fields> {
  return readInbox(inbox, call, {
    path: `/${inbox.readerId(call)}/conversations`,
    operation: 'conversations.list',
    query: {
      platform: inbox.platform,
      fields: conversationFields,
      limit,
      after: cursor ?? undefined,
      user_id: participant,
    },
  })
}

async function readSmallerList<C>(inbox: Inbox<C>, call: CallContext<C>, query: ListQuery): Promise<Fields> {
  for (const limit of pageSizes.slice(0, -1)) {
    try {
      return await readList(inbox, call, { ...query, limit })
    } catch (error) {
      if (codesOf(error).code !== 1) throw error
    }
  }
  return readList(inbox, call, { ...query, limit: pageSizes.at(-1) ?? 1 })
}

export async function readConversations<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  { since, cursor }: { since: string | null; cursor: string | null },
): Promise<ConversationPage> {
  inbox.requireAccess(call)
  const { items, after } = graphPage(await readSmallerList(inbox, call, { cursor }))
  const all = items.flatMap((item) => toConversation(inbox, call, item))
  const changed = all.filter(
    ({ updatedAt }) => since === null || updatedAt === null || Date.parse(updatedAt) >= Date.parse(since),
  )
  return { conversations: changed, next: changed.length < all.length ? null : after }
}

/** The conversation with a participant; null where there is none. */
export async function findConversation<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  participant: string,
): Promise<Conversation | null> {
  inbox.requireAccess(call)
  const { items } = graphPage(await readSmallerList(inbox, call, { participant }))
  const found = items.flatMap((item) => toConversation(inbox, call, item))
  return found.find((conversation) => conversation.participant === participant) ?? null
}

/**
 * The messages that came with the conversation, or a read of them.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
export async function readMessages<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  { id, messages }: Conversation,
): Promise<readonly ReadMessage[]> {
  if (messages !== null) return messages
  const body = await readInbox(inbox, call, {
    path: `/${encodeURIComponent(id)}`,
    operation: 'conversations.get',
    query: { fields: messagesField },
  })
  return messagesIn(inbox, call, body)
}
