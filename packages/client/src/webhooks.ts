import type { AnyEvent } from './follow.ts'
import { joined } from './uploads/source.ts'
import { webCrypto } from './web-crypto.ts'

/** Thrown for a webhook delivery that lacks a header, is not from Carillon, was changed, or is too old or too new. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** The secret of the webhook endpoint, `whsec_…`. */
  secret: string
  /** The maximum difference in seconds between the time of the delivery and now. Default: 300. */
  toleranceSeconds?: number
  /** The current time in ms since the epoch; that of this machine if omitted. */
  now?: number
}

const prefix = 'whsec_'
const algorithm = { name: 'HMAC', hash: 'SHA-256' }

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(prefix) ? bytesOf(secret.slice(prefix.length)) : null
  if (bytes === null || bytes.length === 0) throw new TypeError('A secret is `whsec_` and base64.')
  return (await webCrypto()).subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}

function signed(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const [head, bytes] = [encode(`${id}.${timestamp}.`), typeof body === 'string' ? encode(body) : body]
  return new Uint8Array(joined([head, bytes], head.length + bytes.length))
}

function headerIn(headers: HeaderValues, name: string): string {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const value = entries.find(([key]) => key.toLowerCase() === name)?.[1]
  if (typeof value !== 'string') throw new WebhookVerificationError(`The header ${name} is missing.`)
  return value
}

/**
 * Verifies a webhook delivery (Standard Webhooks 1.0) and returns its event. Signatures are compared in constant time.
 * @param body the body as it arrived, not JSON that was parsed and serialized again
 * @throws WebhookVerificationError for a missing header, a wrong signature, or a time over `toleranceSeconds` from
 *   `now`; TypeError if `secret` is not `whsec_` followed by base64; SyntaxError if the signed body is not JSON
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderValues,
  { secret, toleranceSeconds = 300, now = Date.now() }: VerifyOptions,
): Promise<AnyEvent> {
  const id = headerIn(headers, 'webhook-id')
  const timestamp = headerIn(headers, 'webhook-timestamp')
  const signatures = headerIn(headers, 'webhook-signature')
  if (!/^\d+$/.test(timestamp)) throw new WebhookVerificationError('The header webhook-timestamp is invalid.')
  const age = now / 1000 - Number(timestamp)
  const when = `${Math.round(Math.abs(age))} s ${age < 0 ? 'in the future' : 'ago'}`
  if (Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError(`The delivery was sent ${when}; ${toleranceSeconds} s are allowed.`)
  const [key, { subtle }] = [await keyOf(secret), await webCrypto()]
  const content = signed(id, timestamp, body)
  // Two of them while a secret is being renewed.
  for (const signature of signatures.split(' ').filter((each) => each.startsWith('v1,'))) {
    const bytes = bytesOf(signature.slice('v1,'.length))
    if (bytes !== null && (await subtle.verify('HMAC', key, bytes, content))) {
      return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))
    }
  }
  throw new WebhookVerificationError('No signature of the delivery is one of this secret.')
}

/** Returns the headers of a test delivery of event `id`; `now` in ms. Throws `TypeError` for an invalid secret. */
export async function signWebhook(
  body: string | Uint8Array,
  { secret, id, now = Date.now() }: { secret: string; id: string; now?: number },
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000))
  const { subtle } = await webCrypto()
  const bytes = new Uint8Array(await subtle.sign('HMAC', await keyOf(secret), signed(id, timestamp, body)))
  const signature = `v1,${btoa(String.fromCharCode(...bytes))}`
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}
