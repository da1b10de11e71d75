import type pg from 'pg'
import { compareEpoch, type EpochOptions } from './epoch.ts'
import { checkWritable, type Servers } from './servers.ts'
import { SettledClient, settleSession } from './session-settings.ts'

type Connected = (error: Error | null) => void

/**
 * Returns the class for a pool's connections. Each connection is made to the current server; if that fails, the next
 * server becomes current.
 */
function clientFor(servers: Servers): typeof pg.Client {
  return class ServerClient extends SettledClient {
    readonly serverUrl: string

    constructor(options: pg.ClientConfig) {
      const connectionString = servers.current()
      super({ ...options, connectionString })
      this.serverUrl = connectionString
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> {
      const connecting = super.connect().catch((error: Error) => {
        servers.failed(this.serverUrl)
        throw error
      })
      if (callback) connecting.then(() => callback(null), callback)
      return connecting
    }
  }
}

/**
 * Returns pool options with which new connections go to the current one of `servers`. If `servers.mustWrite`, a
 * connection is used only if its server accepts writes; if the server accepts none or cannot be reached, the next
 * server of the URL becomes current (after the last one, the first). With `epoch`, the timeline of each connection's
 * server is compared with the stored one (`compareEpoch`). Unless `pooled`, that is, through a pooler in transaction
 * mode, the session then has the settings on which the service depends (`settleSession`).
 */
export function clientOptions(
  servers: Servers,
  { epoch, pooled }: { epoch: EpochOptions | undefined; pooled: boolean },
): pg.PoolConfig {
  return {
    ...(servers.mustWrite
      ? { Client: clientFor(servers) }
      : { Client: SettledClient, connectionString: servers.current() }),
    async onConnect(client: pg.ClientBase) {
      try {
        if (!pooled) await settleSession(client)
        if (servers.mustWrite) await checkWritable(client)
      } catch (error) {
        if ('serverUrl' in client) servers.failed(String(client.serverUrl))
        throw error
      }
      if (epoch) await compareEpoch(client, epoch)
    },
  }
}
