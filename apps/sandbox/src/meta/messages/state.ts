import type { Channel, Conversation } from '../state/conversation.ts'
import type { State } from '../state/state.ts'
import { lastInboundAt, messagesIn, updatedAt } from './conversations.ts'
import { WINDOW_MS } from './shapes.ts'

function iso(ms: number): string {
  return new Date(ms).toISOString()
}

function showMessages(state: State, conversation: Conversation): unknown[] {
  const { accountId, participant } = conversation
  return messagesIn(state, conversation)
    .reverse()
    .map(({ direction, createdAt, ...message }) => ({
      ...message,
      accountId,
      direction,
      from: direction === 'inbound' ? participant.id : accountId,
      to: direction === 'inbound' ? accountId : participant.id,
      author: direction === 'inbound' ? participant.name : '',
      status: direction === 'inbound' ? 'received' : 'sent',
      createdAt: iso(createdAt),
    }))
}

/** Returns the conversations and messages of one channel as `GET /state/{network}` shows them. */
export function messagesState(state: State, channel: Channel): { conversations: unknown[]; messages: unknown[] } {
  const held = [...state.conversations.values()].filter((conversation) => conversation.channel === channel)
  const conversations = held.map((conversation) => {
    const { id, accountId, participant, folder, blocked } = conversation
    const last = lastInboundAt(state, conversation)
    return {
      id,
      accountId,
      accountName: (state.pages.get(accountId) ?? state.instagramAccounts.get(accountId))?.name,
      participant,
      folder,
      blocked,
      updatedAt: iso(updatedAt(state, conversation)),
      windowEndsAt: last === undefined ? null : iso(last + WINDOW_MS),
    }
  })
  return { conversations, messages: held.flatMap((conversation) => showMessages(state, conversation)) }
}
