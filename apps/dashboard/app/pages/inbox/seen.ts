import { useCallback, useState } from 'react'
import type { Conversation } from './conversations.ts'

/**
 * The messages that were read in this browser: the time of its first visit less `clockSkewMs` (`since`), and the time
 * of the last message read in each conversation (`until`, by conversation id); all ISO 8601.
 */
export interface Seen {
  since: string
  until: Readonly<Record<string, string>>
}

const maxConversations = 1_000
/**
 * How many milliseconds before the first visit messages still count as unread: networks count in whole seconds, and
 * their clocks differ from that of the browser.
 */
const clockSkewMs = 60_000

/**
 * Whether the participant's last message is newer than what was read of the conversation. Messages from before the
 * first visit are not unread.
 */
export function isUnread({ since, until }: Seen, { id, lastInboundAt }: Conversation): boolean {
  return lastInboundAt !== null && lastInboundAt > (until[id] ?? since)
}

/** The new value once all messages of a conversation have been read. The 1,000 conversations read last are kept. */
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

/**
 * Returns which of a profile's conversations were read, from this browser's local storage, with a function that marks
 * one as read. Reads the storage once: change the component's `key` for another profile.
 */
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
