import { request } from 'node:http'
import type { ApiResponse } from '../cluster.ts'

export interface Ask {
  headers?: Record<string, string>
  body?: string | Buffer
  signal?: AbortSignal
}

/** A gateway, and the IP address that requests to it come from. */
export interface Target {
  url: URL
  address: string
}

/** Sends a request straight to a gateway, on a connection of its own. */
export function sendStraight(
  { url, address }: Target,
  method: string,
  path: string,
  { headers, body, signal }: Ask,
): Promise<ApiResponse> {
  return new Promise((done, fail) => {
    const sent = request(
      {
        host: url.hostname,
        port: url.port,
        method,
        path,
        localAddress: address,
        agent: false,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        ...(signal && { signal }),
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.once('error', fail)
        response.once('end', () => {
          const text = Buffer.concat(parts).toString()
          const isJson = String(response.headers['content-type']).includes('json')
          done({ status: response.statusCode ?? 0, body: isJson && text !== '' ? JSON.parse(text) : text })
        })
      },
    )
    sent.once('error', fail)
    sent.end(body)
  })
}
