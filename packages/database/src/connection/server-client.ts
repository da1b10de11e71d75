import pg from 'pg'
import { checkWritable, type Servers } from './servers.ts'

type Connected = (error: Error | null) => void

/**
 * Returns the class for a pool's connections. Each connection is made to the current server; if that fails, the next
 * server becomes current.
 */
function clientFor(servers: Servers): typeof pg.Client {
  return class ServerClient extends pg.Client {
    readonly serverUrl: string

    constructor(options: pg.ClientConfig) {
      const connectionString = servers.current()
      super({ ...options, connectionString })
      this.serverUrl = connectionString
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const { serverUrl } = this
      if (!callback) {
        return super.connect().catch((error: unknown) => {
          servers.failed(serverUrl)
          throw error
        })
      }
      super.connect((error: Error | null) => {
        if (error) servers.failed(serverUrl)
        callback(error)
      })
      return undefined
    }
  }
}

/**
 * Returns the pool options that make new connections go to the current one of several servers and, if
 * `servers.mustWrite`, check that it accepts writes. If a server fails the check or cannot be reached, the next server
 * of the URL becomes current (after the last one, the first).
 */
export function clientOptions(servers: Servers): pg.PoolConfig {
  if (!servers.mustWrite) return { connectionString: servers.current() }
  return {
    Client: clientFor(servers),
    async onConnect(client: pg.ClientBase) {
      try {
        await checkWritable(client)
      } catch (error) {
        if ('serverUrl' in client) servers.failed(String(client.serverUrl))
        throw error
      }
    },
  }
}
