import type { MessagesPort } from '../../ports/messages.ts'
import { readConversations, readMessages } from './conversations.ts'
import type { Inbox } from './inbox.ts'
import { textWrite } from './send.ts'

/**
 * Builds the port that reads conversations and messages and sends messages through the Graph API. `inbox` describes how
 * these calls differ between Facebook Pages and Instagram accounts.
 */
export function graphMessages<C>(inbox: Inbox<C>): MessagesPort<C> {
  return {
    conversations: (call, query) => readConversations(inbox, call, query),
    messages: (call, conversation) => readMessages(inbox, call, conversation),
    send: textWrite(inbox),
  }
}
