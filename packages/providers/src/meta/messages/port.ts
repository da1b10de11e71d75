import type { MessagesPort } from '../../ports/messages.ts'
import { readConversations, readMessages } from './conversations.ts'
import type { Inbox } from './inbox.ts'
import { textWrite } from './send.ts'

/** Builds the messages port of a network whose conversations are read through the Graph API. */
export function graphMessages<C>(inbox: Inbox<C>): MessagesPort<C> {
  return {
    conversations: (call, query) => readConversations(inbox, call, query),
    messages: (call, conversation) => readMessages(inbox, call, conversation),
    send: textWrite(inbox),
  }
}
