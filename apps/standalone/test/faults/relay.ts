import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP relay on loopback whose connections can be slowed, frozen and broken. */
export interface Relay {
  port: number
  /** Breaks every connection: with a reset, or as if the other side had closed it. */
  cut(how: 'reset' | 'end'): void
  /** Holds every piece of data back by so many milliseconds from now on; 0 ends that. */
  slow(ms: number): void
  /** Lets nothing through in either direction until thawed; connections stay open. */
  freeze(): void
  thaw(): void
  /** Nobody listens any more, and every connection is broken; `accept` ends that. */
  reject(): Promise<void>
  accept(): Promise<void>
  close(): Promise<void>
}

interface Weather {
  delayMs: number
  frozen: Promise<void> | null
}

/** Copies in order; what is held back holds back what comes after it. */
function relay(from: Socket, to: Socket, weather: Weather): void {
  let tail = Promise.resolve()
  const inOrder = (work: () => void) => {
    tail = tail.then(async () => {
      if (weather.frozen !== null) await weather.frozen
      if (weather.delayMs > 0) await sleep(weather.delayMs)
      work()
    })
  }
  from.on('data', (chunk) => {
    from.pause()
    inOrder(() => {
      if (to.destroyed) return
      if (to.write(chunk)) from.resume()
      else to.once('drain', () => from.resume())
    })
  })
  from.on('end', () => inOrder(() => to.end()))
}

function reach(host: string, ports: readonly number[]): Promise<Socket> {
  const [port, ...others] = ports
  if (port === undefined) return Promise.reject(new Error('nobody listens'))
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ port, host, noDelay: true })
  socket.once('connect', () => resolve(socket))
  socket.once('error', reject)
  return promise.catch(() => reach(host, others))
}

/** Listens on a free port. `upstreams`, ports of `host`, are tried in the order in which they are given. */
export async function startRelay(upstreams: () => readonly number[], host = '127.0.0.1'): Promise<Relay> {
  const weather: Weather = { delayMs: 0, frozen: null }
  const sockets = new Set<Socket>()
  let thaw = () => {}
  const server = createServer({ noDelay: true, pauseOnConnect: true, allowHalfOpen: true }, (near) => {
    near.on('error', () => {})
    sockets.add(near.once('close', () => sockets.delete(near)))
    reach(host, upstreams()).then(
      (far) => {
        sockets.add(far.once('close', () => sockets.delete(far)))
        far.on('error', () => near.destroy())
        near.once('close', () => far.destroy())
        far.once('close', () => near.destroy())
        relay(near, far, weather)
        relay(far, near, weather)
        if (near.destroyed) far.destroy()
        near.resume()
      },
      () => near.resetAndDestroy(),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const bound = typeof address === 'object' && address ? address.port : 0
  const reject = async () => {
    const closed = new Promise((done) => server.close(done))
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  return {
    port: bound,
    reject,
    accept: () => new Promise<void>((done) => server.listen(bound, '127.0.0.1', done)),
    cut(how) {
      for (const socket of sockets) how === 'reset' ? socket.resetAndDestroy() : socket.destroy()
    },
    slow(ms) {
      weather.delayMs = ms
    },
    freeze() {
      if (weather.frozen !== null) return
      const { promise, resolve } = Promise.withResolvers<void>()
      weather.frozen = promise
      thaw = resolve
    },
    thaw() {
      weather.frozen = null
      thaw()
    },
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
