import { HOUR_MS } from '../../meta/graph/graph-time.ts'
import type { GraphCall } from '../call.ts'
import { lastInboundAt } from '../customers.ts'
import { cloudError } from '../errors.ts'
import type { PhoneNumber } from '../records.ts'
import type { Content } from './content.ts'
import type { Recipient } from './recipient.ts'

const WINDOW_MS = 24 * HOUR_MS
const MAX_CHARACTERS = 4096

/**
 * Returns the content of a text message. Text is allowed only within 24 hours after the customer's last message to the
 * number.
 * @throws GraphError with code 131047 outside of that time or without such a message, with code 131008 without a text,
 *   with code 131009 if the text is longer than 4096 characters
 */
export function readText(call: GraphCall, number: PhoneNumber, { customer }: Recipient): Content {
  const body = call.parameters.object('text')?.['body']
  if (typeof body !== 'string' || body === '') throw cloudError(131008, 'text[body] is missing')
  if ([...body].length > MAX_CHARACTERS) throw cloudError(131009, `text[body] has at most ${MAX_CHARACTERS} characters`)
  const last = lastInboundAt(call.state, number, customer)
  if (last === undefined || call.state.now() - last >= WINDOW_MS) throw cloudError(131047)
  return { text: body, content: { text: { body } }, category: 'service' }
}
