import { pageOfInstagram, requirePageToken, requireScopes, requireTask } from '../authority.ts'
import type { GraphCall } from '../graph/call.ts'
import type { Channel, Conversation } from '../state/conversation.ts'
import type { Page, PageTask } from '../state/people.ts'

/**
 * The permissions for reading and sending messages, keyed by login and channel.
 * @see https://developers.facebook.com/docs/messenger-platform/instagram/features/conversation (read 2026-11-20)
 */
const SCOPES: Record<'facebook' | 'instagram', Record<Channel, string[]>> = {
  facebook: {
    messenger: ['pages_messaging', 'pages_manage_metadata', 'pages_read_engagement'],
    instagram: ['instagram_basic', 'instagram_manage_messages', 'pages_manage_metadata'],
  },
  instagram: {
    messenger: [],
    instagram: ['instagram_business_basic', 'instagram_business_manage_messages'],
  },
}

const TASKS: Record<Channel, PageTask[]> = { messenger: ['MESSAGING', 'MODERATE'], instagram: ['MESSAGING'] }

/**
 * Requires the permissions for the messages of an account and, if they are accessed through a Page, the token of that
 * Page and a user with a task for messages.
 * @throws GraphError with `code` (10 for reads, 200 for writes) if a permission was not granted, with code 200 without
 *   the token or task
 */
export function requireMessaging(
  call: GraphCall,
  { channel, page }: { channel: Channel; page: Page | undefined },
  code: 10 | 200,
): void {
  if (page !== undefined) requirePageToken(call, page)
  requireScopes(call, SCOPES[call.login][channel], code)
  if (page !== undefined) requireTask(call, page, TASKS[channel])
}

/**
 * Returns the Page through which Facebook Login accesses a conversation; undefined for Instagram Login, which needs no
 * Page, and for an Instagram account without a linked Page.
 */
export function pageOfConversation(call: GraphCall, { channel, accountId }: Conversation): Page | undefined {
  if (call.login === 'instagram') return undefined
  if (channel === 'messenger') return call.state.pages.get(accountId)
  const account = call.state.instagramAccounts.get(accountId)
  return account && pageOfInstagram(call.state, account)
}

/** Returns whether a token gives access to a conversation. A conversation without access is treated as unknown. */
export function seesConversation(call: GraphCall, conversation: Conversation): boolean {
  if (call.login === 'instagram') {
    return conversation.channel === 'instagram' && call.token.grant.subjectId === conversation.accountId
  }
  const page = pageOfConversation(call, conversation)
  return page !== undefined && call.token.pageId === page.id
}
