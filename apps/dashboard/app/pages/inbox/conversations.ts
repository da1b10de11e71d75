import type { Message } from '@carillon/client'

/** The messages between an account and one participant. */
export interface Conversation {
  /** Names it in a URL. */
  id: string
  platform: Message['platform']
  accountId: string
  /** The participant's id at the network, which a reply takes as its recipient. */
  participant: string
  /** How the participant is called: by name, or else by number or id. */
  name: string
  /** Oldest first. */
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

/** The newest name that the network reported of the participant; null if it never did. */
function newestName(messages: readonly Message[]): string | null {
  const named = messages.findLast(({ senderName, recipientName }) => senderName ?? recipientName)
  return named?.senderName ?? named?.recipientName ?? null
}

/** Messages by conversation, the one with the newest message first. Messages without a participant are omitted. */
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

/** A participant without a name: a phone number reads better with its plus. */
export function participantName(participant: string): string {
  return /^[1-9]\d{6,14}$/.test(participant) ? `+${participant}` : participant
}

/** Until when a text reply may be sent, ISO 8601; null when the participant has to write first. */
export function windowEnd(lastInboundAt: string | null, windowHours: number): string | null {
  if (lastInboundAt === null) return null
  return new Date(Date.parse(lastInboundAt) + windowHours * 3_600_000).toISOString()
}

/** The text shown for a message: of a template, the network has the text, and the message only its name. */
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
