import { keysOf } from '../../json.ts'
import type { Customer, PhoneNumber } from '../records.ts'
import type { Message, State } from '../state.ts'

type Fields = Record<string, unknown>

interface Written {
  text: string
  /**
   * The id of the business's latest message to the customer, to which buttons and reactions refer. Without a message,
   * an id that does not exist.
   */
  about: string
  mediaId: string
}

const CALLED_UNSUPPORTED = { code: 131051, title: 'Message type unknown', message: 'Message type unknown' }

function media(mimeType: string): (written: Written) => Fields {
  return ({ mediaId }) => ({ id: mediaId, mime_type: mimeType, sha256: Buffer.from(mediaId).toString('base64') })
}

/**
 * Builders of the type-specific fields of a customer's message, keyed by message type.
 * @see https://github.com/facebook/openapi (read 2026-11-20)
 */
const TYPES = {
  text: ({ text }) => ({ text: { body: text } }),
  image: (written) => ({ image: { ...media('image/jpeg')(written), caption: written.text } }),
  video: (written) => ({ video: media('video/mp4')(written) }),
  audio: (written) => ({ audio: { ...media('audio/ogg; codecs=opus')(written), voice: true } }),
  document: (written) => ({ document: { ...media('application/pdf')(written), filename: 'document.pdf' } }),
  sticker: (written) => ({ sticker: { ...media('image/webp')(written), animated: false } }),
  location: () => ({ location: { latitude: 59.3293, longitude: 18.0686, name: 'Stockholm' } }),
  contacts: () => ({ contacts: [{ name: { formatted_name: 'Kim Template' }, phones: [{ phone: '+1 555-0100' }] }] }),
  button: ({ text, about }) => ({ context: { from: '', id: about }, button: { payload: text, text } }),
  interactive: ({ text, about }) => ({
    context: { from: '', id: about },
    interactive: { type: 'list_reply', list_reply: { id: '1', title: text } },
  }),
  reaction: ({ about }) => ({ reaction: { message_id: about, emoji: '❤️' } }),
  unsupported: () => ({ errors: [CALLED_UNSUPPORTED] }),
} satisfies Record<string, (written: Written) => Fields>

export type InboundType = keyof typeof TYPES
export const INBOUND_TYPES = keysOf(TYPES)

/**
 * Stores a message from a customer to the business's `number`. `createdAt` is in ms since the epoch; types without a
 * text, such as `location`, ignore `text`. The caller sends the webhook.
 */
export function addInbound(
  state: State,
  number: PhoneNumber,
  written: { customer: Customer; type: InboundType; text: string; createdAt: number },
): Message {
  const { customer, type, text, createdAt } = written
  const sent = [...state.messages.values()].filter(
    (one) => one.direction === 'outbound' && one.numberId === number.id && one.customer === customer,
  )
  const about = sent.at(-1)?.id ?? `wamid.${state.secret(40)}`
  const message: Message = {
    id: `wamid.${Buffer.from(state.secret(30)).toString('base64')}`,
    numberId: number.id,
    customer,
    direction: 'inbound',
    type,
    text: type === 'text' || type === 'button' || type === 'interactive' ? text : '',
    content: TYPES[type]({ text, about, mediaId: state.nextId('24', 16) }),
    callbackData: null,
    status: 'received',
    errorCode: null,
    createdAt,
  }
  state.messages.set(message.id, message)
  return message
}
