/** The messaging product to which a conversation belongs. */
export type Channel = 'messenger' | 'instagram'

/** A user who writes to a Page or account. The id is scoped to that Page or account (PSID, IGSID). */
export interface Participant {
  id: string
  name: string
}

export interface Conversation {
  id: string
  channel: Channel
  /** The id of the Page or the Instagram account. */
  accountId: string
  participant: Participant
  /**
   * The folder of the conversation. `requests` is for conversations that the account has not replied to or accepted
   * yet.
   */
  folder: 'inbox' | 'requests'
  /** Whether the participant has blocked the Page or account, or has deleted their own account. */
  blocked: boolean
}

export const MESSAGE_TYPES = ['text', 'image', 'sticker', 'button', 'location', 'reaction'] as const

export type MessageType = (typeof MESSAGE_TYPES)[number]

export interface DirectMessage {
  id: string
  conversationId: string
  direction: 'inbound' | 'outbound'
  type: MessageType
  /** The text, or the title of a button; empty for other messages. */
  text: string
  /** Milliseconds since the epoch. */
  createdAt: number
}
