import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return listens
}

/**
 * Returns a free port of 127.0.0.1 on which a server will listen later. It is below the ports that systems choose for
 * outgoing connections, so that none of these takes it meanwhile.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(16_000, 32_000)
    if (await isFree(port)) return port
  }
}
