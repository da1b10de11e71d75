import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Json } from '../cluster.ts'
import { pick } from '../random.ts'

export interface Sent {
  method: string
  /** Below `/api/v1`. */
  path: string
  /** The API key. */
  as?: string
  json?: unknown
  headers?: Readonly<Record<string, string>>
  /** The loopback address that the request comes from; 127.0.0.1 when left out. */
  from?: string
}

export interface Received {
  status: number
  /** The code of the error, or the status where there is none. */
  code: string
  body: Json
  text: string
  headers: IncomingHttpHeaders
}

export interface Sender {
  (sent: Sent): Promise<Received>
  close(): void
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a request has no response since its connection was closed, or could not be opened. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes(String(error.code))

const maxMs = 60_000

/** Sends requests to one of several gateways, each drawn, from any loopback address. */
export function createSender(urls: readonly string[], random: () => number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const send = ({ method, path, as, json, headers = {}, from = '127.0.0.1' }: Sent) =>
    new Promise<Received>((resolve, reject) => {
      const body = json === undefined ? undefined : JSON.stringify(json)
      const own = {
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const options = { method, agent, localAddress: from, headers: { ...own, ...headers } }
      const sent = request(`${pick(random, urls)}/api/v1${path}`, options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          const read = parsed(text)
          const status = response.statusCode ?? 0
          const code = String(read?.error?.code ?? status)
          resolve({ status, code, body: read, text, headers: response.headers })
        })
      })
      sent.setTimeout(maxMs, () => sent.destroy(new Error(`no response to ${method} ${path}`)))
      sent.on('error', reject)
      sent.end(body)
    })
  return Object.assign(send, { close: () => agent.destroy() })
}
