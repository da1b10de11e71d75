import type { IncomingMessage, ServerResponse } from 'node:http'
import { stateOf } from './request-state.ts'

/** Adds a header to a response that has not started. */
export function addHeader(req: IncomingMessage, res: ServerResponse, [name, value]: readonly [string, string]): void {
  const { headers } = stateOf(req)
  if (headers === null) res.setHeader(name, value)
  else headers.push(name, value)
}

/** Starts a response with its status and all of its headers. */
export function sendHead(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers }: { status: number; headers: readonly string[] },
): void {
  res.writeHead(status, [...(stateOf(req).headers ?? []), ...headers])
}

const jsonType = ['Content-Type', 'application/json; charset=utf-8'] as const

/** The headers of a JSON body with a length in bytes. */
export const headersOfJson = (bytes: number): readonly string[] => [...jsonType, 'Content-Length', String(bytes)]

/** Sends a complete JSON response. */
export function sendJson(
  req: IncomingMessage,
  res: ServerResponse,
  { status, text, headers = [] }: { status: number; text: string; headers?: readonly string[] },
): void {
  const bytes = Buffer.byteLength(text)
  sendHead(req, res, { status, headers: [...headers, ...headersOfJson(bytes)] })
  // A text with a byte for each character is ASCII, which leaves the process without being encoded.
  res.end(text, bytes === text.length ? 'latin1' : 'utf8')
}
