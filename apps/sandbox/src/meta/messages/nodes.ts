import { newestFirst } from '../../newest-first.ts'
import { reachesInstagram } from '../authority.ts'
import {
  type Family,
  type Finder,
  finderOf,
  type GraphCall,
  type Handler,
  linkTo,
  selectionsOf,
} from '../graph/call.ts'
import { show } from '../graph/fields.ts'
import { invalidParameter } from '../graph/graph-error.ts'
import { DAY_MS } from '../graph/graph-time.ts'
import { rejectHeavy } from '../graph/heavy-page.ts'
import { cutPage } from '../graph/paging.ts'
import { allowOnly } from '../graph/parameters.ts'
import { showNode } from '../graph/show-node.ts'
import type { Channel, Conversation } from '../state/conversation.ts'
import type { InstagramAccount, Page } from '../state/people.ts'
import { pageOfConversation, requireMessaging, seesConversation } from './access.ts'
import { conversationsOf, updatedAt } from './conversations.ts'
import { countConversationCall } from './rate.ts'
import { sendFromInstagram, sendFromPage } from './send.ts'
import { conversationShape, type SentMessage, showMessage, showMessages } from './shapes.ts'

/**
 * The time in ms after which idle conversations in the Requests folder are no longer listed.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20)
 */
const REQUESTS_IDLE_MS = 30 * DAY_MS

function channelOf(call: GraphCall, usual: Channel): Channel {
  const platform = call.parameters.text('platform') ?? usual
  if (platform === 'instagram' || (platform === 'messenger' && call.login === 'facebook')) return platform
  throw invalidParameter(`Param platform must be one of {MESSENGER, INSTAGRAM}`)
}

function isListed(call: GraphCall, conversation: Conversation): boolean {
  const userId = call.parameters.text('user_id')
  if (userId !== undefined && conversation.participant.id !== userId) return false
  const idleMs = call.state.now() - updatedAt(call.state, conversation)
  return conversation.folder === 'inbox' || idleMs <= REQUESTS_IDLE_MS
}

function listConversations(call: GraphCall, channel: Channel, accountId: string | null): unknown {
  allowOnly(call.parameters, ['fields', 'platform', 'user_id', 'folder', 'tags', 'limit', 'after', 'before'])
  if (accountId === null) return { data: [] }
  countConversationCall(call, channel, accountId)
  rejectHeavy(call)
  const listed = conversationsOf(call.state, accountId).filter((conversation) => isListed(call, conversation))
  const newest = newestFirst(listed, (one) => updatedAt(call.state, one))
  const { items, paging } = cutPage(newest, call.parameters, {
    usual: 25,
    max: 100,
    link: (cursor) => linkTo(call, cursor),
  })
  const selections = selectionsOf(call)
  return { data: items.map((item) => show(conversationShape, item, selections, call)), ...(paging && { paging }) }
}

/**
 * The endpoints that list a Page's conversations and send a message, keyed by method and edge, such as `POST messages`.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
export const PAGE_MESSAGE_EDGES: Record<string, Handler<Page>> = {
  'GET conversations': (page, call) => {
    const channel = channelOf(call, 'messenger')
    requireMessaging(call, { channel, page }, 10)
    return listConversations(call, channel, channel === 'messenger' ? page.id : page.instagramId)
  },
  'POST messages': sendFromPage,
}

/**
 * The message endpoints of an Instagram account with Instagram Login, keyed by method and edge.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20)
 */
const INSTAGRAM_MESSAGE_EDGES: Record<string, Handler<InstagramAccount>> = {
  'GET conversations': (account, call) => {
    const channel = channelOf(call, 'instagram')
    requireMessaging(call, { channel, page: undefined }, 10)
    return listConversations(call, channel, account.id)
  },
  'POST messages': sendFromInstagram,
}

function admit(call: GraphCall, conversation: Conversation): void {
  requireMessaging(call, { channel: conversation.channel, page: pageOfConversation(call, conversation) }, 10)
  countConversationCall(call, conversation.channel, conversation.accountId)
}

const conversation: Family<Conversation> = {
  type: 'UnifiedThread',
  find(id, call) {
    const found = call.state.conversations.get(id)
    return found !== undefined && seesConversation(call, found) ? found : undefined
  },
  usage: ({ accountId, channel }) => ({ id: accountId, type: channel }),
  edges: {
    GET(subject, call) {
      admit(call, subject)
      return showNode(conversationShape)(subject, call)
    },
    'GET messages': (subject, call) => {
      admit(call, subject)
      allowOnly(call.parameters, ['fields', 'limit', 'after', 'before'])
      const { text, whole } = call.parameters
      return showMessages(subject, { selections: selectionsOf(call), text, whole }, call)
    },
  },
}

const message: Family<SentMessage> = {
  type: 'UnifiedMessage',
  find(id, call) {
    const found = call.state.directMessages.get(id)
    const around = found && call.state.conversations.get(found.conversationId)
    return found && around && seesConversation(call, around) ? { conversation: around, message: found } : undefined
  },
  usage: ({ conversation: { accountId, channel } }) => ({ id: accountId, type: channel }),
  edges: {
    GET(said, call) {
      admit(call, said.conversation)
      allowOnly(call.parameters, ['fields'])
      return showMessage(said, selectionsOf(call), call)
    },
  },
}

/**
 * The finders of conversations and messages, for both Graph hosts. A finder returns the object with an id and its
 * endpoints, or undefined if there is none to which the token gives access.
 */
export const MESSAGE_FINDERS: Finder[] = [finderOf(conversation), finderOf(message)]

/**
 * Returns the message endpoints of Instagram accounts, which exist only on graph.instagram.com. With Facebook Login,
 * messages belong to the Page.
 */
export function instagramMessageEdges(): Record<string, Handler<InstagramAccount>> {
  return Object.fromEntries(
    Object.entries(INSTAGRAM_MESSAGE_EDGES).map(([operation, handle]) => [
      operation,
      (account: InstagramAccount, call: GraphCall) => {
        if (call.login === 'facebook' || !reachesInstagram(call, account)) {
          throw invalidParameter(`Tried accessing nonexisting field (${operation.split(' ')[1]}) on node type (IGUser)`)
        }
        return handle(account, call)
      },
    ]),
  )
}
