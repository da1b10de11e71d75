import pg from 'pg'
import { checkWritable, type Servers } from './servers.ts'

type Connected = (error: Error | null) => void

/** Makes each new connection of a pool go to the current server. One that cannot be reached is left for the next. */
function clientFor(servers: Servers): typeof pg.Client {
  return new Proxy(pg.Client, {
    construct(target, [options]: [pg.ClientConfig]) {
      const url = servers.current
      const client = new target({ ...options, connectionString: url })
      const { connect } = client
      const watched = (done: Connected) =>
        Reflect.apply(connect, client, [
          (error: Error | null) => {
            if (error) servers.failed(url)
            done(error)
          },
        ])
      return Object.assign(client, { connect: watched, serverUrl: url })
    },
  })
}

/** The options of a pool whose connections go to the one of several servers that takes writes. */
export function choosing(servers: Servers): pg.PoolConfig {
  if (!servers.mustWrite) return { connectionString: servers.current }
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

/** Tries one server after another while connections fail because of their server. */
export function tryServers(pool: pg.Pool, servers: Servers): void {
  if (servers.count === 1) return
  const { connect } = pool
  const once = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      connect.call(pool, (error, client) => (client ? resolve(client) : reject(error)))
    })
  async function attempt(): Promise<pg.PoolClient> {
    for (let tried = 1; ; tried++) {
      const before = servers.current
      try {
        return await once()
      } catch (error) {
        if (tried >= servers.count || servers.current === before) throw error
      }
    }
  }
  function connected(callback?: (error: Error | undefined, client?: pg.PoolClient, release?: unknown) => void) {
    if (!callback) return attempt()
    attempt().then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }
  Object.assign(pool, { connect: connected })
}
