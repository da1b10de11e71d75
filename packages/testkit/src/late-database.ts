import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** A database that cannot be reached at first. */
export interface LateDatabase {
  /** The URL of the database. Nothing listens on its port until `arrive` is called. */
  url: string
  /** Makes the database available at `url`. */
  arrive(): Promise<void>
  /** Accepts no more connections. The open ones stay. */
  close(): void
}

/** Makes the server listen on a port of 127.0.0.1, or on a free one if `port` is 0, and returns its number. */
async function listeningOn(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port')
  return address.port
}

/** Returns the number of a port of 127.0.0.1 on which nothing listens at the moment. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listeningOn(server, 0)
  await new Promise((done) => server.close(done))
  return port
}

/** Creates a second URL for the database at `databaseUrl`. Connections to it fail until `arrive` is called. */
export async function startLateDatabase(databaseUrl: string): Promise<LateDatabase> {
  const { hostname, port } = new URL(databaseUrl)
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).pipe(near)
  })
  const own = await closedPort()
  const url = new URL(databaseUrl)
  url.port = String(own)
  return {
    url: url.href,
    async arrive() {
      await listeningOn(server, own)
    },
    close() {
      server.close()
    },
  }
}
