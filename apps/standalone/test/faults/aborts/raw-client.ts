import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How a client leaves: with a reset, or by closing its side of the connection, as one that expects no more does. */
export const ways = ['reset', 'half-close'] as const
type Way = (typeof ways)[number]

/**
 * When a client leaves: within the body of the request, so many milliseconds after the request, at the first byte of
 * the response, or after the response.
 */
export type Moment = 'body' | 'first byte' | 'response' | { afterMs: number }

/** The bytes of a request. */
export interface RawRequest {
  head: string
  body: string
}

export interface Abort {
  way: Way
  moment: Moment
  /** A request that is sent before, on the same connection. */
  before: RawRequest | null
}

/** Whether the bytes end with the end of a response. */
function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return false
  const head = text.slice(0, end)
  const received = text.length - end - 4
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined) return received >= Number(length)
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return text.endsWith('0\r\n\r\n')
  return true
}

/** Resolves with the bytes of the next response once it is complete, or once the connection has ended. */
function nextResponse(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const receive = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    if (!isWhole(text)) return
    socket.off('data', receive)
    resolve(text)
  }
  socket.on('data', receive)
  socket.once('close', () => resolve(text))
  return promise
}

async function leave(socket: Socket, way: Way): Promise<void> {
  if (socket.destroyed) return
  const closed = once(socket, 'close')
  // Without a reader, the end of the other side is never reached.
  socket.resume()
  if (way === 'reset') socket.resetAndDestroy()
  else socket.end()
  await closed
}

async function until(moment: Moment, socket: Socket, response: Promise<string>): Promise<void> {
  if (moment === 'response') await response
  else if (moment === 'first byte') await Promise.race([once(socket, 'data'), response])
  else if (moment !== 'body') await sleep(moment.afterMs)
}

/** Sends a request and leaves at a moment of it. Returns once the connection is closed. */
export async function sendAndLeave(url: string, request: RawRequest, { way, moment, before }: Abort): Promise<void> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true })
  socket.on('error', () => {})
  // The server may close first.
  socket.once('end', () => socket.end())
  await once(socket, 'connect')
  if (before) {
    const response = nextResponse(socket)
    socket.write(before.head + before.body)
    await response
  }
  if (socket.destroyed) return
  const response = nextResponse(socket)
  const part = moment === 'body' ? request.body.slice(0, Math.ceil(request.body.length / 2)) : request.body
  await new Promise<void>((done) => socket.write(request.head + part, () => done()))
  await until(moment, socket, response)
  await leave(socket, way)
}
