import type { CallContext } from '../../call-context.ts'
import { type Fields, idOf } from '../../json.ts'
import type { Conversation, ConversationPage, ReadMessage } from '../../ports/messages.ts'
import { graphPage } from '../graph.ts'
import { readShrinking } from '../smaller-pages.ts'
import { type Inbox, readInbox } from './inbox.ts'
import { conversationFields, messagesField, messagesIn, participantsOf, toConversation } from './message.ts'

/**
 * Numbers of conversations per page, in the order in which they are tried. Each conversation contains its newest
 * messages, so that a large page may be too much data for Meta.
 */
const pageSizes = [25, 10, 5] as const

interface ListQuery {
  cursor?: string | null
  /** The network's id of a participant; limits the list to the conversation with that participant. */
  participant?: string
}

/**
 * Reads one page of conversations, newest first, each with its newest messages, and returns the body of the response.
 * Conversations in the Requests folder are included unless they have been idle for more than 30 days.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20)
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
async function readList<C>(inbox: Inbox<C>, call: CallContext<C>, { cursor, participant }: ListQuery): Promise<Fields> {
  return readShrinking(pageSizes, (limit) =>
    readInbox(inbox, call, {
      path: `/${inbox.readerId(call)}/conversations`,
      operation: 'conversations.list',
      query: {
        platform: inbox.platform,
        fields: conversationFields,
        limit,
        after: cursor ?? undefined,
        user_id: participant,
      },
    }),
  )
}

/**
 * Reads one page of conversations, the most recently changed first, each with its newest messages. `cursor` is `next`
 * of the page before, null for the first page. With `since` (ISO 8601), `next` is null once the page contains a
 * conversation that has not changed since then; if `since` is null, all conversations can be read.
 * @throws ProviderError the error of `inbox.requireAccess` if the connection has no Page or lacks a permission;
 *   otherwise the error of the call, also if no rate slot becomes free or the response lacks an id
 */
export async function readConversations<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  { since, cursor }: { since: string | null; cursor: string | null },
): Promise<ConversationPage> {
  inbox.requireAccess(call)
  const { items, after } = graphPage(await readList(inbox, call, { cursor }))
  const named = await withUsername(inbox, call, items)
  const conversations = items.map((item) => toConversation(inbox, named, item))
  const isOlder = ({ updatedAt }: Conversation) =>
    since !== null && updatedAt !== null && Date.parse(updatedAt) < Date.parse(since)
  return { conversations, next: conversations.some(isOlder) ? null : after }
}

/**
 * Returns the call with the account's current username if the account is not among the participants of one of the
 * conversations `items`, as after it was renamed: its own messages would look like received ones. Otherwise returns the
 * call unchanged.
 * @throws ProviderError if the username has to be read and the network rejects the call or does not respond
 */
async function withUsername<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  items: readonly Fields[],
): Promise<CallContext<C>> {
  const isForeign = (people: Fields[]) => people.length > 1 && !people.some((each) => inbox.isAccount(call, each))
  if (!inbox.readUsername || !items.some((item) => isForeign(participantsOf(item)))) return call
  const displayIdentifier = await inbox.readUsername(call)
  return displayIdentifier === null ? call : { ...call, account: { ...call.account, displayIdentifier } }
}

/**
 * Reads the conversation with a participant, by the network's id of the participant. `conversation` is null if the
 * first page of the list does not contain it. `isWhole` is true if the list has no further page: a conversation that is
 * not on the first one then does not exist.
 * @throws ProviderError the error of `inbox.requireAccess` if the connection has no Page or lacks a permission;
 *   otherwise the error of the call, also if no rate slot becomes free or the response lacks an id
 */
export async function findConversation<C>(
  inbox: Inbox<C>,
  call: CallContext<C>,
  participant: string,
): Promise<{ conversation: Conversation | null; isWhole: boolean }> {
  inbox.requireAccess(call)
  const { items, after } = graphPage(await readList(inbox, call, { participant }))
  const [found] = items.filter((item) => participantsOf(item).some(({ id }) => idOf(id) === participant))
  const conversation = found ? { ...toConversation(inbox, call, found), participant } : null
  return { conversation, isWhole: after === null }
}

/**
 * Returns the messages that came with the conversation, newest first. Only if `messages` is null, the newest 20 are
 * read from the network.
 * @throws ProviderError if they have to be read and the network rejects the call or does not respond
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
