import { UnexpectedResponseError } from '@carillon/client'
import { type JSONRPCMessage, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { mayHaveChangedNumber } from '../fields/exact-numbers.ts'

export interface BridgeOptions {
  /** The URL of the service's MCP endpoint. */
  endpoint: URL
  apiKey: string
  /** Aborting the signal ends the bridge. */
  signal: AbortSignal
  /** Shows the user a line about a failure. */
  say(text: string): void
}

/** The JSON-RPC code of an error within a server. */
const internalError = -32_603
/** The JSON-RPC code for parameters that cannot be used. */
const invalidParams = -32_602

const tooLarge = `Numbers beyond ${Number.MAX_SAFE_INTEGER} cannot be passed on exactly: send them as strings.`

const advice = 'Repeat the call with the same requestId: nothing is published twice.'

/**
 * `fetch` without redirects: followed, a call would become a read, or go to another host.
 * @throws UnexpectedResponseError for a redirect
 */
async function fetchDirectly(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const { status, headers } = response
  const location = headers.get('location')
  if (location === null || status < 300 || status >= 400) return response
  await response.body?.cancel()
  throw new UnexpectedResponseError({ status, requestId: headers.get('x-request-id'), body: '', location })
}

/** Returns why a call has no result, in words to the assistant, and whether to repeat it. */
function failureOf(error: unknown): string {
  if (error instanceof UnexpectedResponseError) return error.message
  if (!(error instanceof SdkHttpError)) return `The service did not respond: ${Object(error).message}. ${advice}`
  const { status, data } = error
  if (status >= 500) return `The service responded with ${status}. ${advice}`
  return `The service rejected the call with ${status}: ${data['text'] ?? error.message}`
}

/**
 * Passes MCP messages between an assistant on standard input and output and the service's `POST /mcp`, one request for
 * each message, until standard input ends or the signal aborts. Rejects a call with a number beyond 9007199254740991,
 * as it may have been parsed as another one. Repeats nothing: a call whose response is lost ends with an error message
 * to the assistant, which decides whether to repeat it. Other failures are passed to `say`.
 */
export async function bridge({ endpoint, apiKey, signal, say }: BridgeOptions): Promise<void> {
  const near = new StdioServerTransport()
  const far = new StreamableHTTPClientTransport(endpoint, {
    fetch: fetchDirectly,
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
  })
  const open = new Map<string | number, AbortController>()
  const reply = (message: JSONRPCMessage): void => {
    near.send(message).catch((error: unknown) => say(String(error)))
  }

  function fail(id: string | number, reason: string): void {
    if (!open.delete(id)) return
    reply({ jsonrpc: '2.0', id, error: { code: internalError, message: reason } })
  }

  async function pass(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) return far.send(message)
    if (!('id' in message) || message.id === undefined) {
      const { requestId } = Object(message.params)
      // An assistant that cancels a call closes its request.
      if (message.method === 'notifications/cancelled') return open.get(requestId)?.abort()
      return far.send(message)
    }
    const { id } = message
    if (mayHaveChangedNumber(message.params))
      return reply({ jsonrpc: '2.0', id, error: { code: invalidParams, message: tooLarge } })
    const controller = new AbortController()
    open.set(id, controller)
    const onRequestStreamEnd = () => fail(id, `The response was lost. ${advice}`)
    await far.send(message, { requestSignal: controller.signal, onRequestStreamEnd }).catch((error: unknown) => {
      if (controller.signal.aborted) open.delete(id)
      else fail(id, failureOf(error))
    })
  }

  far.onmessage = (message) => {
    if ('id' in message && message.id !== undefined) open.delete(message.id)
    // The revision with a handshake is named in a header from then on.
    const { serverInfo, protocolVersion } = Object('result' in message ? message.result : null)
    if (serverInfo && typeof protocolVersion === 'string') far.setProtocolVersion(protocolVersion)
    reply(message)
  }
  near.onmessage = (message) => void pass(message).catch((error: unknown) => say(String(Object(error).message)))
  const ended = new Promise<void>((done) => {
    near.onclose = done
    signal.addEventListener('abort', () => near.close().catch(() => {}), { once: true })
  })
  await Promise.all([near.start(), far.start()])
  await ended
  await far.close()
}
