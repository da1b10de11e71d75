import { clockSkewMs, plainText } from '../../lost-write.ts'
import type { ReadMessage, SentMessage, TextInput } from '../../ports/messages.ts'
import type { OpenCommit, WriteCall, WritePort } from '../../ports/write.ts'
import { type Finding, type SingleCallState, singleCallWrite } from '../../single-call-write.ts'
import { callGraph, jsonBody, requiredText } from '../graph.ts'
import { findConversation, readMessages } from './conversations.ts'
import type { Inbox } from './inbox.ts'
import { detailedMessages } from './message.ts'

/**
 * Makes the call that sends a text message. Returns the network's id of the message, and the current time as its time.
 * @throws ProviderError the error of `inbox.requireAccess`, or the error of the call
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api (read 2026-11-20)
 * @see https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages (read 2026-11-20)
 */
async function sendText<C>(inbox: Inbox<C>, call: WriteCall<TextInput, C>): Promise<SentMessage> {
  const { recipient, text } = call.input
  inbox.requireAccess(call)
  const body = await callGraph(call, inbox.sendDialect, {
    method: 'POST',
    path: `/${inbox.senderId(call)}/messages`,
    operation: 'messages.send',
    ...inbox.reach(call),
    ...jsonBody({ recipient: { id: recipient }, ...inbox.sendParameters, message: { text } }),
  })
  return { providerId: requiredText(body, 'message_id'), occurredAt: call.now().toISOString() }
}

/**
 * Returns whether a message of the conversation with `recipient` can be the one that was sent. All that the recipient
 * did not write is the account's own: an Instagram account that was renamed is not recognized by its username.
 */
function isSent(
  { sender, body, providerId }: ReadMessage,
  { recipient, text, claimed }: TextInput & Pick<OpenCommit, 'claimed'>,
): boolean {
  return sender !== recipient && plainText(body) === plainText(text) && !claimed.has(providerId)
}

/**
 * Searches the conversation for the message of a send whose response was lost: written by the account, not older than
 * the call, with an equal text, and not created by another send.
 */
async function findText<C>(
  inbox: Inbox<C>,
  call: WriteCall<TextInput, C>,
  { startedAt, claimed }: OpenCommit,
): Promise<Finding<SentMessage>> {
  const { conversation, isWhole } = await findConversation(inbox, call, call.input.recipient)
  if (conversation === null && !isWhole) {
    return { kind: 'undecidable', reason: 'the account has more conversations than can be read.' }
  }
  const messages = conversation === null ? [] : await readMessages(inbox, call, conversation)
  const since = startedAt.getTime() - clockSkewMs
  const newer = messages.filter(({ occurredAt }) => Date.parse(occurredAt) >= since)
  const [found, ...others] = newer.filter((message) => isSent(message, { ...call.input, claimed }))
  if (others.length > 0) {
    return { kind: 'undecidable', reason: 'the account has sent several messages with this text.' }
  }
  if (found) return { kind: 'done', result: { providerId: found.providerId, occurredAt: found.occurredAt } }
  // Older messages cannot be read any more, and the one searched for may be among them.
  if (newer.length >= detailedMessages) {
    return { kind: 'undecidable', reason: 'the conversation has grown faster than it can be read.' }
  }
  return { kind: 'absent' }
}

/**
 * Builds the external write that sends a text message in one call. If the response was lost, the conversation is
 * searched for a message of the account since the call with an equal text. The outcome is `undecidable` if several
 * match. If none matches, it is `absent`, or `undecidable` if the 20 messages that can be read are all newer than the
 * call, or if the conversation is not on the first page of a list with more pages.
 */
export function textWrite<C>(inbox: Inbox<C>): WritePort<TextInput, SingleCallState<SentMessage>, SentMessage, C> {
  return singleCallWrite({
    settling: { callSeconds: 20, seconds: 10, maxProbes: 2, probeIntervalSeconds: 5 },
    step: 'message',
    send: (call) => sendText(inbox, call),
    find: (call, open) => findText(inbox, call, open),
  })
}
