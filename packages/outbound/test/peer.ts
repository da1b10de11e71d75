import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { CallRecord, OutboundOptions } from '../src/index.ts'
import { createOutbound } from '../src/index.ts'

export interface Peer {
  port: number
  origin: string
  /** Sockets accepted so far. */
  connections(): number
  /** Returns all that has arrived, on all sockets together, as Latin-1. */
  received(): string
  /** Resolves once this text has arrived. */
  seen(text: string): Promise<void>
  close(): void
}

/** Starts a TCP server on loopback that passes each socket to `serve`, with a function that returns what it received. */
export async function startPeer(serve: (socket: Socket, received: () => string) => void): Promise<Peer> {
  const sockets: Socket[] = []
  const watchers: (() => void)[] = []
  let all = ''
  const server = createServer((socket) => {
    let own = ''
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      own += data.toString('latin1')
      all += data.toString('latin1')
      for (const watch of watchers) watch()
    })
    serve(socket, () => own)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => sockets.length,
    received: () => all,
    seen: (text) =>
      new Promise((resolve) => {
        const watch = () => all.includes(text) && resolve()
        watchers.push(watch)
        watch()
      }),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Calls `onRequest` with the request line and headers of each complete request without a body. */
export function onEachRequest(socket: Socket, onRequest: (head: string) => void): void {
  let pending = ''
  socket.on('data', (data) => {
    pending += data.toString('latin1')
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const head = pending.slice(0, end)
      pending = pending.slice(end + 4)
      onRequest(head)
    }
  })
}

export function reply(body: string, status = '200 OK', headers = ''): string {
  return `HTTP/1.1 ${status}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${headers}\r\n${body}`
}

/** Returns a port on which nothing listens. */
export async function freePort(): Promise<number> {
  const peer = await startPeer(() => undefined)
  peer.close()
  return peer.port
}

/** Creates an outbound of which the log lines and call records are collected. */
export function collectingOutbound(options: Partial<OutboundOptions> = {}) {
  const records: CallRecord[] = []
  const lines: string[] = []
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const log = { warn: write, info: write, infoSoon: write }
  const outbound = createOutbound({ log, onCall: (call) => void records.push(call), ...options })
  return { outbound, records, lines }
}

export async function failure(work: Promise<unknown>): Promise<Error> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error) return error
    throw new Error(`rejected with ${typeof error}`)
  }
  throw new Error('resolved, where a rejection was expected')
}
