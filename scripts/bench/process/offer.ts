// One request over and over at a steady rate, whatever the earlier ones take: what senders do that do not wait for us.
// Sockets and ready-made bytes, since a client library would take more of the processors than what is measured.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../measure.ts'

export interface Offered {
  url: string
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  body?: string
  connections: number
  seconds: number
  perSecond: number
  /** The status of each response; any 2xx if omitted. */
  status?: number
}

export interface OfferResult {
  /** Responses a second while requests were offered. */
  perSecond: number
  /** Milliseconds from when a request was due, not from when a connection was free for it. */
  p50: number
  p99: number
}

const success = /^HTTP\/1\.1 2\d\d /
const endOfHead = '\r\n\r\n'
const bodyLength = /^content-length: *(\d+)/im

function bytesOf({ url, method, headers, body = '' }: Offered): Buffer {
  const { host, pathname } = new URL(url)
  const all = { host, ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
}

/** Whether the response is complete, by the length that its head declares; without one it has no body. */
function isComplete(response: string): boolean {
  const end = response.indexOf(endOfHead)
  if (end < 0) return false
  const [, length = '0'] = bodyLength.exec(response.slice(0, end)) ?? []
  return response.length >= end + endOfHead.length + Number(length)
}

/** Sends the request on an open connection and resolves at the end of its response, which has to match `expected`. */
function exchange(socket: Socket, { request, expected }: { request: Buffer; expected: RegExp }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let response = ''
  const take = (piece: Buffer) => {
    response += piece.toString('latin1')
    if (!isComplete(response)) return
    socket.off('data', take).off('close', cut)
    if (expected.test(response)) resolve()
    else reject(new Error(response))
  }
  const cut = () => reject(new Error('the connection was closed'))
  socket.on('data', take).once('close', cut)
  socket.write(request)
  return promise
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return socket
}

export async function offer(offered: Offered): Promise<OfferResult> {
  const { url, connections, seconds, perSecond, status } = offered
  const expected = status === undefined ? success : new RegExp(`^HTTP/1\\.1 ${status} `)
  const request = bytesOf(offered)
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(url)))
  const total = seconds * perSecond
  const times: number[] = []
  const began = performance.now()
  const dueAt = (number: number) => began + (number * 1000) / perSecond
  let next = 0
  const lanes = sockets.map(async (socket) => {
    while (next < total) {
      const due = dueAt(next++)
      const early = due - performance.now()
      if (early > 0) await sleep(early)
      await exchange(socket, { request, expected })
      times.push(performance.now() - due)
    }
  })
  await Promise.all(lanes)
  const took = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  return { perSecond: total / Math.max(took, seconds), p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
