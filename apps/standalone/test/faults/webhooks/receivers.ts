import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver got under one id. */
export interface Got {
  times: number
  /** Digests of the bodies: one, since the bytes of each attempt are the same. */
  bodies: Set<string>
  lastAt: number
}

export interface Receivers {
  /** The URL of the receiver with a name. */
  urlOf(name: string): string
  /** What a receiver got, by the id of the event. */
  got(name: string): ReadonlyMap<string, Got>
  close(): Promise<void>
}

type Respond = (response: ServerResponse) => void

const succeed: Respond = (response) => response.writeHead(204).end()

/** Fails every third time, in turn with a status, a broken connection and a redirect. */
function failing(): Respond {
  let number = 0
  const failures: Respond[] = [
    (response) => response.writeHead(503, { 'retry-after': '1' }).end('later'),
    (response) => response.destroy(),
    (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  ]
  return (response) => {
    number++
    const fail = number % 3 === 0 ? failures[(number / 3) % failures.length] : succeed
    fail?.(response)
  }
}

/** Receivers on loopback, each known by its path. The one named `flaky` fails often. */
export async function startReceivers(): Promise<Receivers> {
  const all = new Map<string, Map<string, Got>>()
  const flaky = failing()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const name = request.url?.slice(1) ?? ''
      const got = all.get(name) ?? new Map<string, Got>()
      all.set(name, got)
      const id = String(request.headers['webhook-id'])
      const one = got.get(id) ?? { times: 0, bodies: new Set(), lastAt: 0 }
      one.times++
      one.lastAt = Date.now()
      one.bodies.add(createHash('sha256').update(Buffer.concat(chunks)).digest('hex'))
      got.set(id, one)
      const respond = name === 'flaky' ? flaky : succeed
      respond(response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    got: (name) => all.get(name) ?? new Map(),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
