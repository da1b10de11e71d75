import { type AnyEvent, signWebhook } from '@carillon/client'

/** The result of forwarding an event. */
export interface Forwarded {
  /** The status of the response; null if none existed. */
  status: number | null
  /** Why there was no response; null if there was one. */
  problem: string | null
}

const timeoutMs = 15_000

/** Posts an event to a URL in the same form as a webhook delivery, and returns the result. Never throws. */
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
