import { allowFields } from '../../comments/actions.ts'
import { HOUR_MS, SECOND_MS } from '../../meta/graph/graph-time.ts'
import type { Host } from '../call.ts'
import { customerOf, senderOf } from '../customers.ts'
import { messagesChange } from '../webhooks/values.ts'
import { type Body, numberOf, oneOf, text, whole } from './body.ts'
import { addInbound, INBOUND_TYPES } from './inbound.ts'

const MAX_COUNT = 10_000
/** Ten years. */
const MAX_AGE_HOURS = 87_600
/** The maximum number of messages in one webhook. */
const BATCH = 50

function hoursOf(body: Body): number {
  const hours = body['ageHours'] ?? 0
  if (typeof hours !== 'number' || !(hours >= 0 && hours <= MAX_AGE_HOURS))
    throw new RangeError(`ageHours: a number from 0 to ${MAX_AGE_HOURS}`)
  return hours
}

/**
 * Handles `POST /person/message`: a customer (`as`) writes `count` messages (default 1) of type `type` (default `text`)
 * to a phone number of a business (`to`). Their text is `text` (default `Hello`), followed by 1, 2, … if there are
 * several. They are written one second apart, the last `ageHours` ago (default 0). If the app is subscribed, sends
 * webhooks with up to 50 messages each and waits for the first attempt of each. Returns the message `ids`, the
 * customer's id as `sender`, and in `delivered` the HTTP status of the receiver for each webhook, null without a
 * response.
 * @throws RangeError that names an invalid field
 */
export async function writeMessage({ state, webhooks }: Host, body: Body): Promise<unknown> {
  allowFields(body, ['to', 'as', 'text', 'type', 'ageHours', 'count'])
  const number = numberOf(state, body['to'])
  const customer = customerOf(state, text(body, 'as', state.customers[0]?.name))
  const type = oneOf(body, 'type', INBOUND_TYPES, 'text')
  const count = whole(body, 'count', { fallback: 1, min: 1, max: MAX_COUNT })
  const newest = state.now() - hoursOf(body) * HOUR_MS
  const said = text(body, 'text', 'Hello')
  const messages = Array.from({ length: count }, (_, index) =>
    addInbound(state, number, {
      customer,
      type,
      text: count > 1 ? `${said} ${index + 1}` : said,
      createdAt: newest - (count - 1 - index) * SECOND_MS,
    }),
  )
  const delivered: (number | null)[] = []
  for (let at = 0; at < messages.length; at += BATCH) {
    const status = await webhooks.deliver([messagesChange(number, messages.slice(at, at + BATCH))])
    if (status !== undefined) delivered.push(status)
  }
  return { ids: messages.map(({ id }) => id), sender: senderOf(customer), delivered }
}
