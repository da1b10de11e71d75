import type { GraphCall } from '../graph/call.ts'
import { type FieldSelection, type Shape, show, writeFields } from '../graph/fields.ts'
import { GraphError } from '../graph/graph-error.ts'
import { graphTime, HOUR_MS } from '../graph/graph-time.ts'
import { cutPage } from '../graph/paging.ts'
import { readWhole } from '../graph/parameters.ts'
import type { Conversation, DirectMessage } from '../state/conversation.ts'
import type { State } from '../state/state.ts'
import { lastInboundAt, messagesIn, updatedAt } from './conversations.ts'

/**
 * The number of newest messages in a conversation that can be read. Of older messages, only id and time are returned.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api
 * (read 2026-11-20)
 */
const DETAILED_MESSAGES = 20
/** The time in ms after a user's last message within which the account can reply. */
export const WINDOW_MS = 24 * HOUR_MS
const PAGE_LIMITS = { usual: 25, max: 100 }

/** A message with its conversation. */
export interface SentMessage {
  conversation: Conversation
  message: DirectMessage
}

type Party = Record<string, string>

function participantOf({ channel, participant: { id, name } }: Conversation): Party {
  return channel === 'instagram' ? { username: name, id } : { name, email: `${id}@facebook.com`, id }
}

function accountOf({ channel, accountId: id }: Conversation, state: State): Party {
  if (channel === 'instagram') return { username: state.instagramAccounts.get(id)?.username ?? '', id }
  return { name: state.pages.get(id)?.name ?? '', email: `${id}@facebook.com`, id }
}

function attachmentsOf({ message: { id, type } }: SentMessage, call: GraphCall): unknown {
  if (type !== 'image') return undefined
  const url = new URL('/samples/photo-640x480.jpg', call.context.baseUrl).href
  const image = { width: 640, height: 480, max_width: 640, max_height: 480, url, preview_url: url }
  return { data: [{ id: `${id}-1`, mime_type: 'image/jpeg', name: 'image.jpg', size: 40_000, image_data: image }] }
}

/**
 * The fields of a message in Graph API responses.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
const messageShape: Shape<SentMessage, GraphCall> = {
  type: 'UnifiedMessage',
  defaults: ['id', 'created_time'],
  fields: {
    id: ({ message }) => message.id,
    created_time: ({ message }) => graphTime(message.createdAt),
    from: ({ conversation, message }, _selection, { state }) =>
      message.direction === 'inbound' ? participantOf(conversation) : accountOf(conversation, state),
    to: ({ conversation, message }, _selection, { state }) => ({
      data: [message.direction === 'inbound' ? accountOf(conversation, state) : participantOf(conversation)],
    }),
    message: ({ message }) => message.text,
    attachments: (said, _selection, call) => attachmentsOf(said, call),
    sticker: ({ message }, _selection, call) =>
      message.type === 'sticker' ? new URL('/samples/photo-64x64.png', call.context.baseUrl).href : undefined,
    reactions: ({ conversation, message }) =>
      message.type === 'reaction' ? { data: [{ reaction: 'love', users: [participantOf(conversation)] }] } : undefined,
    // How a shared location is reported is not documented for this API.
    shares: ({ message }) =>
      message.type === 'location' ? { data: [{ name: 'Location', link: 'https://www.bing.com/maps' }] } : undefined,
    thread_id: ({ conversation }) => conversation.id,
  },
  unset: ['story', 'tags', 'is_unsupported'],
}

// The documentation says that such a message is reported as deleted; the code is not documented.
function deletedMessage(): GraphError {
  return new GraphError('(#100) The message you are trying to access has been deleted.', { code: 100 })
}

function hasDetails(state: State, { conversation, message }: SentMessage): boolean {
  const newest = messagesIn(state, conversation).slice(0, DETAILED_MESSAGES)
  return newest.some(({ id }) => id === message.id)
}

/**
 * Returns a message with the selected fields; with `id` and `created_time` if `selections` is undefined.
 * @throws GraphError with code 100 if the message is not among the newest 20 of its conversation
 */
export function showMessage(said: SentMessage, selections: FieldSelection[] | undefined, call: GraphCall): unknown {
  if (!hasDetails(call.state, said)) throw deletedMessage()
  return show(messageShape, said, selections, call)
}

/**
 * Returns a page of a conversation's messages, newest first. Only the newest 20 of the conversation have the selected
 * fields; older ones have only id and time.
 * @param asked `selections`: the fields, undefined for id and time; `text` and `whole`: return a parameter that selects
 *   the page (`limit`, `after`, `before`) as a string or integer, undefined if it was not sent
 */
export function showMessages(
  conversation: Conversation,
  asked: {
    selections: FieldSelection[] | undefined
    text(name: string): string | undefined
    whole(name: string): number | undefined
  },
  call: GraphCall,
): unknown {
  const { items, paging } = cutPage(messagesIn(call.state, conversation), asked, {
    ...PAGE_LIMITS,
    link(cursor) {
      const limit = asked.text('limit')
      const query = new URLSearchParams({
        access_token: call.token.value,
        ...(asked.selections && { fields: writeFields(asked.selections) }),
        ...(limit !== undefined && { limit }),
        ...cursor,
      })
      return `${call.context.baseUrl}/${call.version}/${conversation.id}/messages?${query}`
    },
  })
  const data = items.map((message) => {
    const said = { conversation, message }
    return show(messageShape, said, hasDetails(call.state, said) ? asked.selections : undefined, call)
  })
  return { data, ...(paging && { paging }) }
}

/** Reads the modifiers of a nested selection, such as `limit(20)`, as parameters. */
function nested({ modifiers, fields }: FieldSelection): Parameters<typeof showMessages>[1] {
  const text = (name: string) => modifiers[name]
  return {
    selections: fields,
    text,
    whole(name) {
      const value = text(name)
      return value === undefined ? undefined : readWhole(name, value)
    },
  }
}

/**
 * The fields of a conversation in Graph API responses.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
export const conversationShape: Shape<Conversation, GraphCall> = {
  type: 'UnifiedThread',
  defaults: ['id', 'updated_time'],
  fields: {
    id: ({ id }) => id,
    updated_time: (conversation, _selection, { state }) => graphTime(updatedAt(state, conversation)),
    participants: (conversation, _selection, { state }) => ({
      data: [participantOf(conversation), accountOf(conversation, state)],
    }),
    senders: (conversation, _selection, { state }) => ({
      data: [participantOf(conversation), accountOf(conversation, state)],
    }),
    messages: (conversation, selection, call) => showMessages(conversation, nested(selection), call),
    message_count: (conversation, _selection, { state }) => messagesIn(state, conversation).length,
    snippet: (conversation, _selection, { state }) => messagesIn(state, conversation)[0]?.text,
    can_reply: (conversation, _selection, { state }) =>
      !conversation.blocked && state.now() - (lastInboundAt(state, conversation) ?? 0) < WINDOW_MS,
    folder: ({ folder }) => folder,
  },
  unset: ['link', 'name', 'unread_count', 'scoped_thread_key', 'wallpaper', 'former_participants', 'is_subscribed'],
}
