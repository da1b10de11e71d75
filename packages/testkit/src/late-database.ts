import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A database that cannot be reached yet. */
export interface LateDatabase {
  /** Nobody listens at its port until `arrive` is called. */
  url: string
  arrive(): Promise<void>
  close(): void
}

/** Waits for the port on which a server listens; 0 takes any free one. */
async function listeningOn(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A port at which nobody listens at the moment. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  const port = await listeningOn(server, 0)
  await new Promise((done) => server.close(done))
  return port
}

/** A way to the database at `databaseUrl` that is closed at first. */
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
