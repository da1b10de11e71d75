import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server whose files never end: one byte a second. */
export async function startDrip(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'image/png' })
    const timer = setInterval(() => res.write('a'), 1_000)
    res.once('close', () => clearInterval(timer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
