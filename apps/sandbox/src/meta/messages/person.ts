import { allowFields, flag } from '../../comments/actions.ts'
import { HOUR_MS, SECOND_MS } from '../graph/graph-time.ts'
import { type Channel, type Conversation, MESSAGE_TYPES, type MessageType } from '../state/conversation.ts'
import type { State } from '../state/state.ts'
import { addMessage, conversationsOf, conversationWith } from './conversations.ts'
import { reportDelivery } from './delivery.ts'

type Body = Record<string, unknown>

const MAX_COUNT = 10_000
/** Ten years. */
const MAX_AGE_HOURS = 87_600
/** The types of messages whose words are returned as the text of the message. */
const WITH_TEXT: MessageType[] = ['text', 'button']

function text(body: Body, name: string, fallback?: string): string {
  const value = body[name] ?? fallback
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name}: a text`)
  return value
}

function number(body: Body, name: string, { fallback, max }: { fallback: number; max: number }): number {
  const value = body[name] ?? fallback
  if (typeof value !== 'number' || !(value >= 0 && value <= max))
    throw new RangeError(`${name}: a number from 0 to ${max}`)
  return value
}

function typeOf(body: Body): MessageType {
  const asked = body['type'] ?? 'text'
  const type = MESSAGE_TYPES.find((one) => one === asked)
  if (type === undefined) throw new RangeError(`type: ${MESSAGE_TYPES.join(', ')}`)
  return type
}

function accountId(state: State, channel: Channel, body: Body): string {
  const to = text(body, 'to')
  const known = channel === 'messenger' ? [...state.pages.values()] : [...state.instagramAccounts.values()]
  const account =
    known.find(({ id, username }) => id === to || username === to) ?? known.find(({ name }) => name === to)
  if (account !== undefined) return account.id
  throw new RangeError(
    `to: ${known.map(({ name, username }) => (channel === 'messenger' ? name : username)).join(', ')}`,
  )
}

function folderOf(body: Body): Conversation['folder'] | undefined {
  const folder = body['folder']
  if (folder === undefined || folder === 'inbox' || folder === 'requests') return folder
  throw new RangeError('folder: inbox or requests')
}

/**
 * Handles `POST /person/message`: a user writes to a Page or account, `count` times one second apart, the last time
 * `ageHours` ago. Returns the ids of the messages, of the user and of the conversation.
 * @throws RangeError that names an invalid field
 */
function write(state: State, channel: Channel, body: Body): unknown {
  allowFields(body, ['to', 'as', 'text', 'type', 'ageHours', 'count', 'folder'])
  const [type, folder] = [typeOf(body), folderOf(body)]
  const ageHours = number(body, 'ageHours', { fallback: 0, max: MAX_AGE_HOURS })
  const count = number(body, 'count', { fallback: 1, max: MAX_COUNT })
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`count: 1 to ${MAX_COUNT}`)
  const said = WITH_TEXT.includes(type) ? text(body, 'text', 'Hello') : ''
  const who = text(body, 'as', 'Robin Example')
  const conversation = conversationWith(state, { channel, accountId: accountId(state, channel, body), who })
  if (folder !== undefined) conversation.folder = folder
  const newest = state.now() - ageHours * HOUR_MS
  const messages = Array.from({ length: count }, (_, index) =>
    addMessage(state, conversation, {
      direction: 'inbound',
      type,
      text: count > 1 && said !== '' ? `${said} ${index + 1}` : said,
      createdAt: newest - (count - 1 - index) * SECOND_MS,
    }),
  )
  return { ids: messages.map(({ id }) => id), sender: conversation.participant.id, conversationId: conversation.id }
}

/**
 * Handles `POST /person/message-block`: a user blocks the Page or account or, with `blocked: false`, unblocks it.
 * @throws RangeError that names an invalid field, such as `as` for a user who has not written to the account
 */
function block(state: State, channel: Channel, body: Body): unknown {
  allowFields(body, ['to', 'as', 'blocked'])
  const who = text(body, 'as', 'Robin Example')
  const found = conversationsOf(state, accountId(state, channel, body)).find(
    ({ participant: { id, name } }) => id === who || name === who,
  )
  if (found === undefined) throw new RangeError('as: somebody who has written')
  found.blocked = flag(body, 'blocked', true)
  return { conversationId: found.id, blocked: found.blocked }
}

/**
 * Returns the actions of simulated users on messages, keyed by the name in `POST /person/{name}`: `message` writes to
 * an account, `message-block` blocks the account or, with `blocked: false`, unblocks it, and `delivery` reports that
 * users have received or read messages. The actions throw a `RangeError` that names an invalid field.
 */
export function messageActs(state: State, channel: Channel): Record<string, (body: Body) => unknown> {
  return {
    message: (body) => write(state, channel, body),
    'message-block': (body) => block(state, channel, body),
    delivery: (body) => reportDelivery(state, accountId(state, channel, body), body),
  }
}
