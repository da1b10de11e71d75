import { createServer } from 'node:net'
import { StartError } from './start-error.ts'

/** Returns the number of a port on which one can listen, such as a free one for 0; otherwise the code of the error. */
function probe(port: number): Promise<number | string> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => done(code))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : ''))
    })
  })
}

/**
 * Returns `preferred` if this port is free on 127.0.0.1, otherwise another free port.
 * @throws Error if no port is free
 */
export async function freePort(preferred: number): Promise<number> {
  for (const port of [preferred, 0]) {
    const found = await probe(port)
    if (typeof found === 'number') return found
  }
  throw new Error('no free port on 127.0.0.1')
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
 * only a default (`setBy` is null), `port` or, if that cannot be used, another free one.
 * @throws StartError that names the variable if a port that was set is in use or not permitted; Error if no port is
 *   free
 */
export async function resolvePort({ port, setBy }: WantedPort): Promise<number> {
  if (setBy === null) return freePort(port)
  const found = await probe(port)
  if (typeof found === 'number') return found
  const problem =
    found === 'EADDRINUSE'
      ? 'is taken. Stop the process that listens there, or set another port.'
      : `cannot be used (${found}). Set another port.`
  throw new StartError(`Port ${port}, which ${setBy} sets, ${problem}`)
}
