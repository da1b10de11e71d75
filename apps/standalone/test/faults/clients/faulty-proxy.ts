import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { pick } from '../random.ts'

/** What may happen to an exchange. */
const faults = ['lostRequest', 'cutRequest', 'lostResponse', 'cutResponse', 'delayed', 'duplicated'] as const
type ExchangeFault = (typeof faults)[number]

export interface FaultyProxy {
  url: string
  exchanges(): number
  counts: Partial<Record<ExchangeFault, number>>
  /** From now on nothing fails any more. */
  calm(): void
  close(): Promise<void>
}

export interface FaultyProxyOptions {
  /** The port of the service. */
  port: number
  random(): number
  /** The share of exchanges that fail, from 0 to 1. */
  share: number
  maxDelayMs: number
}

/** The request as it is sent on, on a connection of its own. */
function bytesOf({ method, url, rawHeaders }: IncomingMessage, body: Buffer): Buffer {
  const pairs = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]]] : []))
  const kept = pairs.filter(
    ([name]) => !/^(?:connection|keep-alive|content-length|transfer-encoding)$/i.test(name ?? ''),
  )
  const lines = [...kept, ['content-length', body.length], ['connection', 'close']].map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.concat([Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), body])
}

/** Sends bytes and returns what comes back until the other side closes; a reset ends it as well. */
function exchange(port: number, bytes: Buffer, isWhole = true): Promise<Buffer> {
  return new Promise((done) => {
    const received: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1' }, () => {
      socket.write(bytes)
      if (!isWhole) setTimeout(() => socket.destroy(), 20)
    })
    socket.on('data', (chunk) => received.push(Buffer.from(chunk)))
    socket.on('error', () => {})
    socket.once('close', () => done(Buffer.concat(received)))
  })
}

/** A proxy that loses, delays, cuts or duplicates a share of the exchanges, each at a byte that the seed decides. */
export async function startFaultyProxy({ port, random, share, maxDelayMs }: FaultyProxyOptions): Promise<FaultyProxy> {
  const counts: FaultyProxy['counts'] = {}
  let exchanges = 0
  let isCalm = false
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(random() * bytes.length))

  async function carry(req: IncomingMessage): Promise<Buffer | null> {
    const bytes = bytesOf(req, await buffer(req))
    exchanges++
    const fault = !isCalm && random() < share ? pick(random, faults) : null
    if (fault === null) return exchange(port, bytes)
    counts[fault] = (counts[fault] ?? 0) + 1
    if (fault === 'lostRequest') return null
    if (fault === 'cutRequest') return exchange(port, cut(bytes), false).then(() => null)
    if (fault === 'delayed') await sleep(random() * maxDelayMs)
    // A proxy may repeat a request that it could not send as a whole, and one that only reads.
    if (fault === 'duplicated') await exchange(port, req.method === 'GET' ? bytes : cut(bytes), req.method === 'GET')
    const response = await exchange(port, bytes)
    if (fault === 'lostResponse') return null
    return fault === 'cutResponse' ? cut(response) : response
  }

  const server = createServer((req, res) => {
    const { socket } = req
    void carry(req).then((response) => {
      res.detachSocket(socket)
      if (response === null || response.length === 0) socket.destroy()
      else socket.end(response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges: () => exchanges,
    counts,
    calm() {
      isCalm = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
