import { createHmac } from 'node:crypto'

/** The content that a webhook signature covers; `id` is that of the event. */
export interface Signed {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: Buffer
}

/**
 * Builds the headers `webhook-id`, `webhook-timestamp` (as given, in Unix seconds) and `webhook-signature` of a
 * delivery. The last contains for each secret `v1,` and the base64 of HMAC-SHA256 over `<id>.<timestamp>.<body>`,
 * separated by spaces.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (read 2026-11-23)
 */
export function signatureHeaders({ id, timestamp, body }: Signed, secrets: readonly Buffer[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${hmac.digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') }
}
