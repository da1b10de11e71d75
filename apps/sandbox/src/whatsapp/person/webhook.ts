import { allowFields } from '../../comments/actions.ts'
import type { Host } from '../call.ts'
import { customerOf } from '../customers.ts'
import { SIGNATURES, webhookBody } from '../webhook-delivery.ts'
import { messagesChange } from '../webhooks/values.ts'
import { type Body, numberOf, oneOf, whole } from './body.ts'
import { addInbound } from './inbound.ts'

/** The maximum number of messages in one webhook, as the platform batches them. */
const MAX_UPDATES = 1000

function generated({ state }: Host, body: Body, updates: number): Buffer {
  const number = numberOf(state, body['to'])
  const customer = customerOf(state, 'Robin Example')
  const messages = Array.from({ length: updates }, (_, index) =>
    addInbound(state, number, { customer, type: 'text', text: `Update ${index + 1}`, createdAt: state.now() }),
  )
  return webhookBody([messagesChange(number, messages)], state.now())
}

/**
 * Handles `POST /person/webhook`: sends `batches` requests (default 1) to the webhook URL, without retries and whether
 * or not the app is subscribed. Each contains `body` unchanged (a string or JSON) or, without it, `updates` (default 1)
 * new messages, which are stored. `signature` is `valid` (default), `wrong`, `absent`, or `other-app` for the secret of
 * another app. Returns the HTTP statuses of the receiver in `delivered`, null without a response.
 * @throws RangeError for an invalid field, or if the app has no webhook URL
 */
export async function sendWebhook(host: Host, body: Body): Promise<unknown> {
  allowFields(body, ['to', 'body', 'updates', 'batches', 'signature'])
  const signature = oneOf(body, 'signature', SIGNATURES, 'valid')
  const batches = whole(body, 'batches', { fallback: 1, min: 1, max: 1000 })
  const updates = whole(body, 'updates', { fallback: 1, min: 1, max: MAX_UPDATES })
  const given = body['body']
  const delivered: (number | null)[] = []
  for (let batch = 0; batch < batches; batch += 1) {
    const bytes =
      given === undefined
        ? generated(host, body, updates)
        : Buffer.from(typeof given === 'string' ? given : JSON.stringify(given))
    delivered.push(await host.webhooks.post(bytes, signature))
  }
  return { delivered }
}
