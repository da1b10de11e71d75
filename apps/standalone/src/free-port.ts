import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

function probe(port: number): Promise<number | null> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(null))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : null))
    })
  })
}

/**
 * Returns `preferred` if this port is free on 127.0.0.1, otherwise another free port.
 * @throws Error if no port is free
 */
export async function freePort(preferred: number): Promise<number> {
  const port = (await probe(preferred)) ?? (await probe(0))
  if (port === null) throw new Error('no free port on 127.0.0.1')
  return port
}

/** A port, and the environment variable that set it; null if it is only a default. */
export interface WantedPort {
  port: number
  setBy: string | null
}

/** Any free port. */
export const anyPort: WantedPort = { port: 0, setBy: null }

/**
 * Returns the port to listen on at 127.0.0.1: `port` if an environment variable set it (`setBy` is its name); if it is
 * only a default (`setBy` is null), `port` or, if that is in use, another free one.
 * @throws StartError that names the variable if a port that was set is in use; Error if no port is free
 */
export async function resolvePort({ port, setBy }: WantedPort): Promise<number> {
  if (setBy === null) return freePort(port)
  const resolved = await probe(port)
  if (resolved === null) {
    throw new StartError(
      `Port ${port}, which ${setBy} sets, is taken. Stop the process that listens there, or set another port.`,
    )
  }
  return resolved
}
