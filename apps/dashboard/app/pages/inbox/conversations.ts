import type { Message } from '@carillon/client'

/** The messages between an account and one participant. */
export interface Conversation {
  /** The id of the conversation in URLs: the account's id and the participant's. */
  id: string
  platform: Message['platform']
  accountId: string
  /** The participant's id at the network, which a reply takes as its recipient. */
  participant: string
  /** The participant's name; their phone number or id if the network never reported one. */
  name: string
  /** The messages, oldest first. */
  messages: readonly Message[]
  latest: Message
  /** When the participant last wrote, ISO 8601; null if they never did. */
  lastInboundAt: string | null
  /** Whether the participant wrote last. */
  isUnanswered: boolean
}

function participantOf({ direction, sender, recipient }: Message): string | null {
  return direction === 'inbound' ? sender : recipient
}

/**
 * The newest name of the participant that the network reported; null if it never did. The messages are oldest first.
 */
function newestName(messages: readonly Message[]): string | null {
  const named = messages.findLast(({ senderName, recipientName }) => senderName ?? recipientName)
  return named?.senderName ?? named?.recipientName ?? null
}

/**
 * Groups messages, which are oldest first, into conversations; the one with the newest message first. Messages without
 * a participant are left out.
 */
export function conversationsOf(messages: readonly Message[]): Conversation[] {
  const groups = Map.groupBy(messages, (message) => {
    const participant = participantOf(message)
    return participant === null ? null : `${message.accountId}:${participant}`
  })
  return [...groups]
    .flatMap(([id, group]) => {
      const latest = group.at(-1)
      if (id === null || !latest) return []
      const inbound = group.findLast(({ direction }) => direction === 'inbound')
      const { platform, accountId } = latest
      const participant = participantOf(latest) ?? ''
      return [
        {
          ...{ id, platform, accountId, participant, messages: group, latest },
          name: newestName(group) ?? participantName(participant),
          lastInboundAt: inbound?.occurredAt ?? null,
          isUnanswered: latest.direction === 'inbound',
        },
      ]
    })
    .sort((a, b) => b.latest.occurredAt.localeCompare(a.latest.occurredAt))
}

/** The id of a participant as text: a phone number gets its plus, other ids stay as they are. */
export function participantName(participant: string): string {
  return /^[1-9]\d{6,14}$/.test(participant) ? `+${participant}` : participant
}

/**
 * Until when a text reply can be sent (ISO 8601): `windowHours` after the participant's last message; null if they
 * never wrote.
 */
export function windowEnd(lastInboundAt: string | null, windowHours: number): string | null {
  if (lastInboundAt === null) return null
  return new Date(Date.parse(lastInboundAt) + windowHours * 3_600_000).toISOString()
}

/**
 * The text to show for a message: for a template, its name, as messages do not contain its text; a placeholder if there
 * is no text.
 */
export function bodyWords({ body, type }: Pick<Message, 'body' | 'type'>): string {
  if (type === 'template') return `Template “${body}”`
  if (body) return body
  return type === 'unsupported' ? 'A message that can only be seen in the app of the network' : 'No text'
}

export const statusWords: Readonly<Record<Message['status'], string>> = {
  received: 'Received',
  unknown: 'Not confirmed yet',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
}
