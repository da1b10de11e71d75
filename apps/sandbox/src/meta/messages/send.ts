import type { GraphCall } from '../graph/call.ts'
import { GraphError, invalidParameter } from '../graph/graph-error.ts'
import { allowOnly } from '../graph/parameters.ts'
import type { Channel, Conversation } from '../state/conversation.ts'
import type { InstagramAccount, Page } from '../state/people.ts'
import { requireMessaging } from './access.ts'
import { addMessage, conversationsOf, lastInboundAt } from './conversations.ts'
import { WINDOW_MS } from './shapes.ts'

/**
 * The maximum length of a text: in UTF-8 bytes on Instagram, in characters on Messenger, whose limit is not documented
 * on the page that was read.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api (read 2026-11-20)
 */
const TEXT_LIMITS: Record<Channel, { max: number; measure(text: string): number }> = {
  instagram: { max: 1000, measure: (text) => Buffer.byteLength(text, 'utf8') },
  messenger: { max: 2000, measure: (text) => [...text].length },
}

/** The subcodes of code 10 for a message after the reply window, as seen in running integrations. */
const WINDOW_CLOSED: Record<Channel, number> = { messenger: 2018278, instagram: 2534022 }
/** The subcodes of code 100 for a user who never wrote, as seen in running integrations. */
const UNKNOWN_RECIPIENT: Record<Channel, number> = { messenger: 2018001, instagram: 2534014 }

const TYPES = ['RESPONSE', 'UPDATE', 'MESSAGE_TAG']

function textOf({ parameters }: GraphCall, channel: Channel): string {
  const text = parameters.object('message')?.['text']
  if (text === undefined) throw invalidParameter('The parameter message[text] is required')
  if (typeof text !== 'string') throw invalidParameter('Param message[text] must be a string')
  if (text.trim() === '') throw invalidParameter('Empty message text')
  const { max, measure } = TEXT_LIMITS[channel]
  if (measure(text) > max) throw invalidParameter(`Length of param message[text] must be less than or equal to ${max}`)
  return text
}

/**
 * Checks the parameters `messaging_type` and `tag`. Every tag is rejected: `HUMAN_AGENT` because it needs a feature
 * that the app does not have, other tags because they no longer exist.
 * @throws GraphError with code 10 for `HUMAN_AGENT`, otherwise with code 100
 */
function checkTag({ parameters }: GraphCall): void {
  const type = parameters.text('messaging_type') ?? 'RESPONSE'
  if (!TYPES.includes(type)) throw invalidParameter(`Param messaging_type must be one of {${TYPES.join(', ')}}`)
  const tag = parameters.text('tag')
  if ((type === 'MESSAGE_TAG') !== (tag !== undefined)) throw invalidParameter('A tag belongs to MESSAGE_TAG')
  if (tag === 'HUMAN_AGENT') {
    throw new GraphError('(#10) Requires the Human Agent feature', { code: 10, status: 403 })
  }
  if (tag !== undefined) throw invalidParameter(`The message tag ${tag} is no longer supported`)
}

function recipientOf({ parameters }: GraphCall): string {
  const id = parameters.object('recipient')?.['id']
  if (typeof id !== 'string' || id === '') throw invalidParameter('The parameter recipient[id] is required')
  return id
}

function checkReachable({ state }: GraphCall, conversation: Conversation): void {
  if (conversation.blocked) {
    throw new GraphError("(#551) This person isn't available right now.", { code: 551, subcode: 1545041 })
  }
  const last = lastInboundAt(state, conversation)
  if (last !== undefined && state.now() - last < WINDOW_MS) return
  throw new GraphError('(#10) This message is sent outside of allowed window.', {
    code: 10,
    subcode: WINDOW_CLOSED[conversation.channel],
  })
}

function send(call: GraphCall, channel: Channel, accountId: string): unknown {
  const { parameters, state } = call
  allowOnly(parameters, ['recipient', 'message', 'messaging_type', 'tag', 'platform', 'notification_type'])
  const recipient = recipientOf(call)
  checkTag(call)
  const text = textOf(call, channel)
  const conversation = conversationsOf(state, accountId).find(({ participant }) => participant.id === recipient)
  if (conversation === undefined) {
    throw invalidParameter('No matching user found', { subcode: UNKNOWN_RECIPIENT[channel] })
  }
  // Required by the reference of the Send API, which is that of Messenger.
  if (channel === 'messenger') parameters.required('messaging_type')
  checkReachable(call, conversation)
  const createdAt = state.now()
  const sent = addMessage(state, conversation, { direction: 'outbound', type: 'text', text, createdAt })
  conversation.folder = 'inbox'
  return { recipient_id: recipient, message_id: sent.id }
}

/**
 * Handles `POST /{page}/messages`: sends a message to a user of Messenger, or of Instagram if the user wrote to the
 * linked account. Stores it, moves the conversation to the inbox, and returns `recipient_id` and `message_id`.
 * @throws GraphError with code 10 later than 24 hours after the user's last message, with code 551 if the user has
 *   blocked the account, otherwise if a permission is missing, the user never wrote, or a parameter is invalid
 * @see https://developers.facebook.com/documentation/business-messaging/messenger-platform/send-messages (read 2026-11-20)
 */
export function sendFromPage(page: Page, call: GraphCall): unknown {
  const { instagramId } = page
  const recipient = recipientOf(call)
  const onInstagram =
    instagramId !== null &&
    conversationsOf(call.state, instagramId).some(({ participant }) => participant.id === recipient)
  const channel = onInstagram ? 'instagram' : 'messenger'
  requireMessaging(call, { channel, page }, 200)
  return send(call, channel, onInstagram ? instagramId : page.id)
}

/**
 * Handles `POST /{account}/messages`: sends a message from an Instagram account. Stores it, moves the conversation to
 * the inbox, and returns `recipient_id` and `message_id`.
 * @throws GraphError with code 10 later than 24 hours after the user's last message, with code 551 if the user has
 *   blocked the account, otherwise if a permission is missing, the user never wrote, or a parameter is invalid
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/messaging-api (read 2026-11-20)
 */
export function sendFromInstagram(account: InstagramAccount, call: GraphCall): unknown {
  requireMessaging(call, { channel: 'instagram', page: undefined }, 200)
  return send(call, 'instagram', account.id)
}
