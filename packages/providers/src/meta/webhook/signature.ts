import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { App } from '../../call-context.ts'
import type { WebhookPort } from '../../ports/webhook.ts'

/** The settings for the current secret of each app of a network, and for its secret before the last rotation. */
const secretNames = [
  ...['clientSecret', 'previousClientSecret'],
  ...['facebookClientSecret', 'facebookPreviousClientSecret'],
] as const

/** Returns the secrets with which a webhook may be signed; those that are not set are omitted. */
function secretsOf({ secrets }: App): string[] {
  return secretNames.flatMap((name) => secrets[name] || [])
}

/**
 * Returns whether the header `x-hub-signature-256` is a signature of the raw bytes of the body, made with the current
 * or previous secret of one of the network's apps. False without that header. Every secret is tried, so that timing
 * does not reveal which one matches.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-20)
 */
export const isSigned: WebhookPort['isSigned'] = (app, { headers, body }) => {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(headers['x-hub-signature-256'] ?? '') ?? []
  if (hex === undefined) return false
  const signature = Buffer.from(hex, 'hex')
  return secretsOf(app)
    .map((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), signature))
    .includes(true)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/**
 * Returns the parameter `hub.challenge` of a request by which Meta verifies the webhook's URL, if `hub.mode` is
 * `subscribe` and `hub.verify_token` is the configured token (compared in constant time), otherwise null.
 * @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-20)
 */
export const verify: WebhookPort['verify'] = ({ secrets }, query) => {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query
  const wanted = secrets['verifyToken']
  if (mode !== 'subscribe' || !wanted || !token || !challenge) return null
  return timingSafeEqual(digest(token), digest(wanted)) ? challenge : null
}
