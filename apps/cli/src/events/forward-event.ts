import { type AnyEvent, signWebhook } from '@carillon/client'

/** What became of an event that was forwarded. */
export interface Forwarded {
  /** The status of the response; null if there was none. */
  status: number | null
  /** Why there was no response. */
  problem: string | null
}

const timeoutMs = 15_000

/** Posts an event to a URL as a webhook is delivered, and returns what became of it. Throws nothing. */
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
