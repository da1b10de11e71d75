import type { Message } from '@carillon/client'

/** The messages between an account and one participant. */
export interface Conversation {
  /** Names it in a URL. */
  id: string
  platform: Message['platform']
  accountId: string
  /** The participant's id at the network, which a reply takes as its recipient. */
  participant: string
  /** Oldest first. */
  messages: readonly Message[]
  latest: Message
  /** When the participant last wrote, ISO 8601; null if they never did. */
  lastInboundAt: string | null
}

function participantOf({ direction, sender, recipient }: Message): string | null {
  return direction === 'inbound' ? sender : recipient
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
        { id, platform, accountId, participant, messages: group, latest, lastInboundAt: inbound?.occurredAt ?? null },
      ]
    })
    .sort((a, b) => b.latest.occurredAt.localeCompare(a.latest.occurredAt))
}

/** How the participant is called: networks report an id only, and a phone number reads better with its plus. */
export function participantName(participant: string): string {
  return /^[1-9]\d{6,14}$/.test(participant) ? `+${participant}` : participant
}

/** Until when a text reply may be sent, ISO 8601; null when the participant has to write first. */
export function windowEnd(lastInboundAt: string | null, windowHours: number): string | null {
  if (lastInboundAt === null) return null
  return new Date(Date.parse(lastInboundAt) + windowHours * 3_600_000).toISOString()
}

/** The text shown for a message without text. */
export function bodyWords({ body, type }: Pick<Message, 'body' | 'type'>): string {
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
