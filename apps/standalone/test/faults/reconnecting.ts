import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'

const pauseMs = 1_000

/**
 * Accounts whose token refresh was interrupted, by the logs in `dir`. A process was killed between the call and the
 * commit of the new token; networks whose refresh tokens work once then end the connection.
 */
export async function interruptedAccounts(dir: string): Promise<Set<string>> {
  const logs = join(dir, 'logs')
  const accounts = new Set<string>()
  for (const name of await readdir(logs)) {
    for (const line of (await readFile(join(logs, name), 'utf8')).split('\n')) {
      const accountId = /"accountId":"([^"]+)".*"message":"token refresh was interrupted"/.exec(line)?.[1]
      if (accountId !== undefined) accounts.add(accountId)
    }
  }
  return accounts
}

/** Has users reconnect accounts whose connection has expired, until it is stopped. Returns how often they did. */
export function startReconnecting(cluster: Cluster): { stop(): Promise<number> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const reconnect = async () => {
    const { rows } = await cluster.pool.query<{ id: string }>("select id from account where status = 'expired'")
    for (const { id } of rows) await cluster.reconnect(id)
    return rows.length
  }
  const reconnecting = (async () => {
    let count = 0
    while (!signal.aborted) {
      // What a fault of the storm prevents is tried again.
      count += await reconnect().catch(() => 0)
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
    return count
  })()
  return {
    stop() {
      stopping.abort()
      return reconnecting
    },
  }
}
