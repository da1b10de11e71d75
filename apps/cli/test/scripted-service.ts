import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Sent {
  method: string
  /** The path without `/api/v1`, and the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Breaks the connection in the place of a response. */
  isLost?: boolean
  /** Never responds. */
  isHung?: boolean
}

/** A service whose responses a test decides. */
export async function scriptedService(respond: (request: Sent) => Reply | Promise<Reply>) {
  const sent: Sent[] = []
  const server = createServer(async (req, res) => {
    const { method = '', url = '', headers } = req
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const path = pathname.replace('/api/v1', '')
    const request = { method, path, query: searchParams, headers, body: await text(req) }
    sent.push(request)
    const { status = 200, headers: own = {}, body, isLost = false, isHung = false } = await respond(request)
    if (isLost) return void req.socket.destroy()
    if (isHung) return
    const requestId = headers['x-request-id'] ?? 'r1'
    res.writeHead(status, { 'x-request-id': requestId, 'content-type': 'application/json', ...own })
    res.end(body === undefined ? undefined : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    sent,
    env: { CARILLON_URL: url, CARILLON_API_KEY: 'key-1' },
    calls: () => sent.map(({ method, path }) => `${method} ${path}`),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type ScriptedService = Awaited<ReturnType<typeof scriptedService>>

export const errorBody = (code: string) => ({ error: { code, message: `It is ${code}.` } })

export const accountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'
export const account = {
  accountId,
  profileId: 'p1',
  platform: 'x',
  displayIdentifier: '@bakery',
  displayName: 'Bakery',
}

/** A publish as the service returns it. */
export const publishOf = (requestId: string, status = 'published') => ({
  ...{
    publishId: 'publish-1',
    platform: 'x',
    accountId,
    requestId,
    status,
    postIds: ['1'],
    permalink: 'https://x.com/1',
  },
  error: status === 'failed' ? { code: 'duplicate_post', message: 'It was published before.' } : null,
})
