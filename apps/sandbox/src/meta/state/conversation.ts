/** The messaging product of a conversation. */
export type Channel = 'messenger' | 'instagram'

/** A user who writes to a Page or account. The id is scoped to that Page or account (PSID, IGSID). */
export interface Participant {
  id: string
  name: string
}

export interface Conversation {
  id: string
  channel: Channel
  /** The Page or the Instagram account. */
  accountId: string
  participant: Participant
  /** Requests contain conversations that the account has not replied to or accepted yet. */
  folder: 'inbox' | 'requests'
  /** The participant has blocked the account, or left. */
  blocked: boolean
}

export const MESSAGE_TYPES = ['text', 'image', 'sticker', 'button', 'location', 'reaction'] as const

export type MessageType = (typeof MESSAGE_TYPES)[number]

export interface DirectMessage {
  id: string
  conversationId: string
  direction: 'inbound' | 'outbound'
  type: MessageType
  /** Empty for everything but text and the titles of buttons. */
  text: string
  createdAt: number
}
