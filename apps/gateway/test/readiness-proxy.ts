import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy before several gateways that sends new connections only to those that said last that they are ready. */
export interface ReadinessProxy {
  url: string
  /** New connections sent to a gateway, by its URL. */
  sent: ReadonlyMap<string, number>
  /** Resolves once the proxy sends nothing new to the gateway. */
  left(url: string): Promise<void>
  close(): Promise<void>
}

const everyMs = 1_000

/** Starts a proxy, and resolves once each gateway has said that it is ready. */
export async function startReadinessProxy(urls: readonly string[]): Promise<ReadinessProxy> {
  const ready = new Set<string>()
  const sent = new Map<string, number>()
  const sockets = new Set<Socket>()
  const stopping = new AbortController()
  let turn = 0

  async function watch(url: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const isReady = await fetch(`${url}/readyz`).then(
        async (response) => {
          await response.body?.cancel()
          return response.ok
        },
        () => false,
      )
      if (isReady) ready.add(url)
      else ready.delete(url)
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const server = createServer((near) => {
    const [url] = [...ready].slice(turn++ % ready.size)
    if (url === undefined) return void near.resetAndDestroy()
    sent.set(url, (sent.get(url) ?? 0) + 1)
    const { hostname, port } = new URL(url)
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    // A reset of the gateway reaches the client as one.
    far.once('error', () => near.resetAndDestroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const watching = urls.map(watch)
  while (ready.size < urls.length) await sleep(20)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    sent,
    async left(url) {
      while (ready.has(url)) await sleep(20)
    },
    async close() {
      stopping.abort()
      await Promise.all(watching)
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
