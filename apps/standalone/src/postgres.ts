import { type EmbeddedPostgres, startPostgres } from '@carillon/embedded-postgres'
import { type Running, supervise } from './supervise.ts'

export interface SupervisedPostgres {
  /** The database URL, which stays the same over restarts. */
  url: string
  stop(): Promise<void>
}

interface RunningServer extends Running {
  server: EmbeddedPostgres
}

/**
 * Starts a PostgreSQL server on a data directory, and restarts it on the same port whenever it ends unexpectedly, so
 * that its URL stays valid. Resolves when it is ready for the first time, and rejects if the first start fails.
 */
export async function supervisePostgres(dir: string): Promise<SupervisedPostgres> {
  let port = 0
  const { first, stop } = supervise<RunningServer>({
    name: 'postgres',
    async start() {
      const server = await startPostgres({ dir, port, samePort: port !== 0 })
      port = server.port
      return { server, ended: server.ended, stop: () => server.stop() }
    },
  })
  const { server } = await first
  return { url: server.url, stop }
}
