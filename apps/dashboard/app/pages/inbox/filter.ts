import type { Conversation } from './conversations.ts'

export const shownWords = { all: 'All', unread: 'Unread', unanswered: 'Unanswered' } as const
export type Shown = keyof typeof shownWords

export interface Filter {
  search: string
  accountId: string | null
  shown: Shown
}

/** The value of the filter that a URL names; `all` for null and any unknown word. */
export function shownOf(word: string | null): Shown {
  return word === 'unread' || word === 'unanswered' ? word : 'all'
}

function hasWords({ name, participant, messages }: Conversation, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return true
  return [name, participant, ...messages.map(({ body }) => body)].some((text) => text.toLowerCase().includes(wanted))
}

/**
 * The conversations that match all filters, in the same order: the account (null for all), unread or unanswered, and
 * the search text, which must occur in the name, the id or a message, in any case.
 */
export function filtered(
  conversations: readonly Conversation[],
  { search, accountId, shown }: Filter,
  isUnread: (conversation: Conversation) => boolean,
): Conversation[] {
  return conversations.filter(
    (conversation) =>
      (accountId === null || conversation.accountId === accountId) &&
      (shown !== 'unanswered' || conversation.isUnanswered) &&
      (shown !== 'unread' || isUnread(conversation)) &&
      hasWords(conversation, search),
  )
}
