import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Client, type ClientOptions, createClient } from '../src/index.ts'

export interface Sent {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Breaks the connection in the place of a response. */
  isLost?: boolean
}

export interface ScriptedServer {
  client: Client
  sent: Sent[]
  /** The requests as method and path. */
  calls(): string[]
  close(): void
}

/** A server whose responses a test decides, and a client of it that waits for nothing. */
export async function scriptedServer(
  respond: (request: Sent, index: number) => Reply,
  options: Partial<ClientOptions> = {},
): Promise<ScriptedServer> {
  const sent: Sent[] = []
  const server = createServer(async (req, res) => {
    const { method = '', url = '', headers } = req
    const request = { method, url, headers, body: await text(req) }
    sent.push(request)
    const { status = 200, headers: own = {}, body, isLost = false } = respond(request, sent.length - 1)
    if (isLost) return void req.socket.destroy()
    const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const id = headers['x-request-id'] ?? 'request-1'
    res.writeHead(status, { 'x-request-id': id, ...own }).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createClient({ baseUrl, apiKey: 'key-1', ...options })
  const calls = () => sent.map(({ method, url }) => `${method} ${url.split('?')[0]?.replace('/api/v1', '')}`)
  return { client, sent, calls, close: () => void server.close() }
}

export const errorBody = (code: string, details?: object) => ({ error: { code, message: `It is ${code}.`, details } })

export const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (thrown: unknown) => thrown,
  )
