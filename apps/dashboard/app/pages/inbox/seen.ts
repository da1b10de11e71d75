import { useCallback, useState } from 'react'
import type { Conversation } from './conversations.ts'

/** What was read in this browser: the time of its first visit, and the last message read of each conversation. */
export interface Seen {
  since: string
  until: Readonly<Record<string, string>>
}

const maxConversations = 1_000
/** Networks count in whole seconds, and their clocks differ from that of the browser. */
const clockSkewMs = 60_000

/** Whether somebody else's message came after what was read. What is older than the first visit is not unread. */
export function isUnread({ since, until }: Seen, { id, lastInboundAt }: Conversation): boolean {
  return lastInboundAt !== null && lastInboundAt > (until[id] ?? since)
}

/** What was read once the messages of a conversation have been; the conversations read last are remembered. */
export function withRead({ since, until }: Seen, { id, latest }: Conversation): Seen {
  const { [id]: _before, ...others } = until
  const entries = [...Object.entries(others), [id, latest.occurredAt] as const]
  return { since, until: Object.fromEntries(entries.slice(-maxConversations)) }
}

const keyOf = (profileId: string) => `carillon-inbox-seen-${profileId}`

function isSeen(value: unknown): value is Seen {
  return typeof value === 'object' && value !== null && 'since' in value && 'until' in value
}

function load(profileId: string): Seen {
  const first = { since: new Date(Date.now() - clockSkewMs).toISOString(), until: {} }
  const stored: unknown = JSON.parse(localStorage.getItem(keyOf(profileId)) ?? 'null')
  if (isSeen(stored)) return stored
  localStorage.setItem(keyOf(profileId), JSON.stringify(first))
  return first
}

/** What was read of a profile's conversations in this browser. */
export function useSeen(profileId: string) {
  const [seen, setSeen] = useState(() => load(profileId))
  const markRead = useCallback(
    (conversation: Conversation) =>
      setSeen((before) => {
        if (before.until[conversation.id] === conversation.latest.occurredAt) return before
        const after = withRead(before, conversation)
        localStorage.setItem(keyOf(profileId), JSON.stringify(after))
        return after
      }),
    [profileId],
  )
  return { seen, markRead }
}
