import type { Server } from 'node:http'

/**
 * The time in ms for which an idle connection stays open: long enough that a busy machine does not close it while a
 * call uses it.
 */
const keepAliveMs = 75_000

/**
 * Listens on `port`, or on any free port if `port` is 0 or in use, and returns the port. Other errors of Node are
 * thrown.
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.keepAliveTimeout = keepAliveMs
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(port, host, () => resolve())
  try {
    await promise
  } catch (error) {
    if (port === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return listen(server, 0, host)
  } finally {
    server.removeListener('error', reject)
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
