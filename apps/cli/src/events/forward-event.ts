import { type AnyEvent, signWebhook } from '@carillon/client'

/** The result of forwarding an event. */
export interface Forwarded {
  /** The HTTP status of the response; null if there was no response. */
  status: number | null
  /** Why there was no response; null if there was one. */
  problem: string | null
}

const timeoutMs = 15_000

/**
 * Posts an event to a URL in the same form as a webhook delivery, signed with `secret`, and returns the result. A
 * failed connection, a response that takes more than 15 s, and an abort of `signal` are reported in `problem`.
 * @throws TypeError if the secret is not `whsec_` and base64
 */
export async function forwardEvent(
  event: AnyEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/json', ...(await signWebhook(body, { secret, id: event.id })) }
  const until = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: until })
    await response.body?.cancel()
    return { status: response.status, problem: null }
  } catch (error) {
    const { cause, message } = Object(error)
    return { status: null, problem: String(Object(cause).code ?? message) }
  }
}
