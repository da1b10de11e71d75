import type { ClaimedDelivery } from '@carillon/database'
import { currentTraceparent } from '@carillon/log'
import { findOutboundError, parseRetryAfter } from '@carillon/outbound'
import type { Context } from '../context.ts'
import { viewEvent } from '../events/event-view.ts'
import { carillonVersion } from '../version.ts'
import { signatureHeaders } from './signature.ts'
import type { Signing } from './signing.ts'

/** The timeout of an attempt in ms: connecting, the response's headers and its body together. */
export const attemptTimeoutMs = 15_000

const maxReadBytes = 16 * 1024
const maxStoredBytes = 1024

/** The result of an attempt to deliver a webhook. */
export interface Attempted {
  at: Date
  durationMs: number
  /** The HTTP status; null if there was no response. */
  status: number | null
  /** The reason of the failure; null if the attempt succeeded, with a status from 200 to 299. */
  error: string | null
  /**
   * The beginning of the response's body, about 1 KiB, in which values of the endpoint's headers with six characters or
   * more are replaced; null if it is empty or there was no response.
   */
  response: string | null
  /** The milliseconds of `Retry-After`; undefined if the header is absent or invalid. */
  retryAfterMs: number | undefined
  /** Whether the signal ended the attempt, which then says nothing about the endpoint. */
  aborted: boolean
}

/**
 * Returns the body of a delivery, which is the same bytes in each attempt. Null if there is nothing to send, because
 * the event is no longer kept or the endpoint may not receive it.
 */
export function bodyOf({ body, event }: ClaimedDelivery): Buffer | null {
  if (body !== null) return Buffer.from(body)
  return event && Buffer.from(JSON.stringify(viewEvent(event)))
}

/**
 * Reads the beginning of a body, until 16 KiB have arrived. A failure is ignored, because the response has arrived with
 * its headers.
 */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      total += chunk.byteLength
      if (total >= maxReadBytes) break
    }
  } catch {
    // The beginning that did arrive is kept.
  }
  return Buffer.concat(chunks)
}

/** The minimum length of header values that are removed from responses; shorter ones would match unrelated text. */
const minSecretLength = 6

/**
 * Returns the forms in which a response may repeat header values, longest first: each whole, and without the scheme of
 * `Authorization`; as it is, in JSON and in a URL.
 */
function formsOf(values: readonly string[]): string[] {
  const texts = values.flatMap((value) => [value, value.replace(/^\S+ +/, '')])
  const secrets = texts.filter((text) => text.length >= minSecretLength)
  const forms = secrets.flatMap((text) => [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)])
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

/**
 * Returns the beginning of a response as text, at most 1,024 bytes; null if it is empty. Values of the endpoint's
 * headers that it repeats are replaced by `[header]`.
 */
function storedText(bytes: Buffer, headers: Readonly<Record<string, string>>): string | null {
  if (bytes.length === 0) return null
  const whole = bytes.toString('utf8').replaceAll('\0', '\uFFFD')
  const text = formsOf(Object.values(headers)).reduce((shown, form) => shown.replaceAll(form, '[header]'), whole)
  return Buffer.from(text).subarray(0, maxStoredBytes).toString('utf8')
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  const isRedirect = status >= 300 && status < 400
  return `the endpoint responded with ${status}${isRedirect ? '; redirects are not followed' : ''}`
}

/** The reason of a test that fails because nothing can be signed. */
const unreadable =
  "the endpoint's secret or headers cannot be decrypted; renew the secret and set the headers again, or ask the operator"

/** A delivery that is to be attempted. */
interface Attempt {
  delivery: ClaimedDelivery
  body: Buffer
  /** Null if the endpoint's secret or headers cannot be decrypted: the attempt fails without a request. */
  signing: Signing | null
}

/**
 * Posts one delivery to its endpoint, with its headers and signed with its secrets, and returns the result. Redirects
 * are not followed. Failures are in the result, not thrown.
 */
export async function attempt(
  context: Context,
  { delivery, body, signing }: Attempt,
  signal: AbortSignal,
): Promise<Attempted> {
  const { endpointId, eventId, url } = delivery
  const at = context.now()
  const began = performance.now()
  const end = () => ({ at, durationMs: Math.round(performance.now() - began) })
  const failed = { status: null, response: null, retryAfterMs: undefined }
  if (signing === null) return { ...end(), ...failed, error: unreadable, aborted: false }
  try {
    const signed = { id: eventId, timestamp: Math.floor(at.getTime() / 1_000), body }
    const traceparent = currentTraceparent()
    const {
      status,
      headers,
      body: response,
    } = await context.endpointOutbound.guarded({
      ...{ network: 'webhook', operation: 'delivery', method: 'POST', url, body, signal },
      headers: {
        ...signing.headers,
        'content-type': 'application/json',
        'user-agent': `Carillon/${carillonVersion}`,
        ...signatureHeaders(signed, signing.secrets),
        ...(traceparent !== null && { traceparent }),
      },
      ...{ timeoutMs: attemptTimeoutMs, maxBytes: Number.MAX_SAFE_INTEGER },
      ...{ redirect: 'manual', credentials: 'same-origin' },
    })
    const retryAfterMs = parseRetryAfter(headers.get('retry-after'), at.getTime())
    const text = storedText(await beginningOf(response), signing.headers)
    return { ...end(), status, error: errorOf(status), response: text, retryAfterMs, aborted: false }
  } catch (thrown) {
    const failure = findOutboundError(thrown)
    if (!failure) context.log.error({ endpointId, deliveryId: delivery.id, err: thrown }, 'webhook delivery failed')
    const error = failure ? (failure.problem ?? failure.message) : 'the delivery could not be made'
    return { ...end(), ...failed, error, aborted: failure?.kind === 'aborted' }
  }
}
