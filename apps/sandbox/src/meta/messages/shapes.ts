import type { GraphCall } from '../graph/call.ts'
import { type Shape, show, type Wish } from '../graph/fields.ts'
import { GraphError } from '../graph/graph-error.ts'
import { graphTime, HOUR_MS } from '../graph/graph-time.ts'
import { cutPage } from '../graph/paging.ts'
import type { World } from '../world.ts'
import type { Conversation, DirectMessage } from './conversation.ts'
import { lastInboundAt, messagesIn, updatedAt } from './conversations.ts'

/** Only the newest messages of a conversation have details. @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/conversations-api (read 2026-11-20) */
export const DETAILED_MESSAGES = 20
export const WINDOW_MS = 24 * HOUR_MS
const PAGE_LIMITS = { usual: 25, most: 100 }

/** A message with the conversation that it is part of. */
export interface Said {
  conversation: Conversation
  message: DirectMessage
}

type Party = Record<string, string>

function participantOf({ channel, participant: { id, name } }: Conversation): Party {
  return channel === 'instagram' ? { username: name, id } : { name, email: `${id}@facebook.com`, id }
}

function accountOf({ channel, accountId: id }: Conversation, world: World): Party {
  if (channel === 'instagram') return { username: world.instagramAccounts.get(id)?.username ?? '', id }
  return { name: world.pages.get(id)?.name ?? '', email: `${id}@facebook.com`, id }
}

function attachmentsOf({ message: { id, type } }: Said, call: GraphCall): unknown {
  if (type !== 'image') return undefined
  const url = new URL('/samples/photo-640x480.jpg', call.surroundings.baseUrl).href
  const image = { width: 640, height: 480, max_width: 640, max_height: 480, url, preview_url: url }
  return { data: [{ id: `${id}-1`, mime_type: 'image/jpeg', name: 'image.jpg', size: 40_000, image_data: image }] }
}

/** @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20) */
export const messageShape: Shape<Said, GraphCall> = {
  type: 'UnifiedMessage',
  defaults: ['id', 'created_time'],
  fields: {
    id: ({ message }) => message.id,
    created_time: ({ message }) => graphTime(message.createdAt),
    from: ({ conversation, message }, _wish, { world }) =>
      message.direction === 'inbound' ? participantOf(conversation) : accountOf(conversation, world),
    to: ({ conversation, message }, _wish, { world }) => ({
      data: [message.direction === 'inbound' ? accountOf(conversation, world) : participantOf(conversation)],
    }),
    message: ({ message }) => message.text,
    attachments: (said, _wish, call) => attachmentsOf(said, call),
    sticker: ({ message }, _wish, call) =>
      message.type === 'sticker' ? new URL('/samples/photo-64x64.png', call.surroundings.baseUrl).href : undefined,
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

function hasDetails(world: World, { conversation, message }: Said): boolean {
  const newest = messagesIn(world, conversation).slice(0, DETAILED_MESSAGES)
  return newest.some(({ id }) => id === message.id)
}

/** One message; throws for one that is older than those with details. */
export function showMessage(said: Said, wishes: Wish[] | undefined, call: GraphCall): unknown {
  if (!hasDetails(call.world, said)) throw deletedMessage()
  return show(messageShape, said, wishes, call)
}

/** One page of a conversation's messages, newest first; those without details show id and time alone. */
export function showMessages(
  conversation: Conversation,
  asked: {
    wishes: Wish[] | undefined
    text(name: string): string | undefined
    whole(name: string): number | undefined
  },
  call: GraphCall,
): unknown {
  const { items, paging } = cutPage(messagesIn(call.world, conversation), asked, {
    ...PAGE_LIMITS,
    link(cursor) {
      const query = new URLSearchParams({ access_token: call.token.value, ...cursor })
      for (const name of ['fields', 'limit']) {
        const value = asked.text(name)
        if (value !== undefined) query.set(name, value)
      }
      return `${call.surroundings.baseUrl}/${call.version}/${conversation.id}/messages?${query}`
    },
  })
  const data = items.map((message) => {
    const said = { conversation, message }
    return show(messageShape, said, hasDetails(call.world, said) ? asked.wishes : undefined, call)
  })
  return { data, ...(paging && { paging }) }
}

/** The modifiers of a nested wish, such as `limit(20)`, read as the parameters of the edge. */
function nested({ modifiers, fields }: Wish): Parameters<typeof showMessages>[1] {
  const text = (name: string) => modifiers[name]
  return {
    wishes: fields,
    text,
    whole: (name) => (modifiers[name] === undefined ? undefined : Number(modifiers[name])),
  }
}

/** @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20) */
export const conversationShape: Shape<Conversation, GraphCall> = {
  type: 'UnifiedThread',
  defaults: ['id', 'updated_time'],
  fields: {
    id: ({ id }) => id,
    updated_time: (conversation, _wish, { world }) => graphTime(updatedAt(world, conversation)),
    participants: (conversation, _wish, { world }) => ({
      data: [participantOf(conversation), accountOf(conversation, world)],
    }),
    senders: (conversation, _wish, { world }) => ({
      data: [participantOf(conversation), accountOf(conversation, world)],
    }),
    messages: (conversation, wish, call) => showMessages(conversation, nested(wish), call),
    message_count: (conversation, _wish, { world }) => messagesIn(world, conversation).length,
    snippet: (conversation, _wish, { world }) => messagesIn(world, conversation)[0]?.text,
    can_reply: (conversation, _wish, { world }) =>
      !conversation.blocked && world.now() - (lastInboundAt(world, conversation) ?? 0) < WINDOW_MS,
    folder: ({ folder }) => folder,
  },
  unset: ['link', 'name', 'unread_count', 'scoped_thread_key', 'wallpaper', 'former_participants', 'is_subscribed'],
}
