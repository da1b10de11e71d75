import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@carillon/log'
import pg from 'pg'
import { connectTimeoutMs } from './connect-timeout.ts'

export interface Listener {
  /** Emits the payload of every notification under its channel's name. */
  events: EventEmitter
  close(): Promise<void>
}

/**
 * Listens on channels with one connection, which is reconnected when it is lost. Notifications in the meantime are
 * lost, so whoever waits for one must also poll.
 */
export async function listen(input: { url: string; channels: readonly string[]; log: Logger }): Promise<Listener> {
  const events = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let client: pg.Client | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: input.url,
      connectionTimeoutMillis: connectTimeoutMs(input.url, 10_000),
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'carillon-listen',
    })
    fresh.on('error', (error) => input.log.warn({ err: error }, 'listening connection lost'))
    fresh.on('notification', ({ channel, payload }) => events.emit(channel, payload ?? ''))
    await fresh.connect()
    fresh.once('end', () => void reconnect())
    for (const channel of input.channels) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = fresh
  }

  async function reconnect(): Promise<void> {
    client = undefined
    while (!closing.signal.aborted && !client) {
      await sleep(500, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return
      try {
        return await connect()
      } catch (error) {
        input.log.warn({ err: error }, 'cannot listen to the database')
      }
    }
  }

  await connect()
  return {
    events,
    async close() {
      closing.abort()
      await client?.end()
    },
  }
}
