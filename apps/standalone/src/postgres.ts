import { type EmbeddedPostgres, startPostgres } from '@carillon/embedded-postgres'
import { type Running, supervise } from './supervise.ts'

export interface SupervisedPostgres {
  /** Stays the same over every start. */
  url: string
  stop(): Promise<void>
}

interface RunningServer extends Running {
  server: EmbeddedPostgres
}

/**
 * Runs a PostgreSQL over a folder and starts it again, on the same port, whenever it ends unexpectedly: processes that
 * know its address find it there again.
 */
export async function supervisePostgres(dir: string): Promise<SupervisedPostgres> {
  let port = 0
  const { first, stop } = await supervise<RunningServer>({
    name: 'postgres',
    async start() {
      const server = await startPostgres({ dir, port, samePort: port !== 0 })
      port = server.port
      return { server, ended: server.ended, stop: () => server.stop() }
    },
  })
  return { url: first.server.url, stop }
}
