import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@carillon/log'
import pg from 'pg'
import { openClient } from './servers.ts'

/** A connection that listens on `NOTIFY` channels. */
export interface Listener {
  /** Emits the payload of each notification as an event named after its channel. */
  events: EventEmitter
  /** Closes the connection and resolves when it is closed. */
  close(): Promise<void>
}

/** The time in ms before a lost connection is opened again. */
const reconnectMs = 500

interface Session {
  client: pg.Client
  /** Resolves when the connection has ended, for any reason. */
  ended: Promise<void>
}

/** The database and the channels of it on which to listen. */
interface Source {
  url: string
  channels: readonly string[]
  log: Logger
}

/**
 * Opens a connection that listens and emits its notifications. Closes it and rejects if it fails before it listens on
 * all channels.
 */
async function open({ url, channels, log }: Source, events: EventEmitter): Promise<Session> {
  const options = {
    url,
    query_timeout: 10_000,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'carillon-listen',
  }
  const ended = Promise.withResolvers<void>()
  const client = await openClient(options, async (opened) => {
    opened.once('end', ended.resolve)
    opened.on('error', (error) => log.warn({ err: error }, 'listening connection lost'))
    opened.on('notification', ({ channel, payload }) => events.emit(channel, payload ?? ''))
    for (const channel of channels) await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
  })
  return { client, ended: ended.promise }
}

/**
 * Opens a connection that listens on channels, and opens it again whenever it is lost. Notifications that are sent in
 * between are lost, so a caller that waits for a change must also poll.
 * @throws Error if the first connection cannot be opened
 */
export async function listen(source: Source): Promise<Listener> {
  const events = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()

  async function reopen(): Promise<Session | undefined> {
    for (;;) {
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return undefined
      try {
        return await open(source, events)
      } catch (error) {
        source.log.warn({ err: error }, 'cannot listen to the database')
      }
    }
  }

  /**
   * Keeps a connection open: whenever it has ended, opens another one, until the listener is closed. Nothing else opens
   * one, so that never more than one is open.
   */
  async function keepOpen(first: Session): Promise<void> {
    const closed = new Promise<void>((done) => closing.signal.addEventListener('abort', () => done(), { once: true }))
    for (let session: Session | undefined = first; session; session = await reopen()) {
      await Promise.race([session.ended, closed])
      if (closing.signal.aborted) return session.client.end()
    }
  }

  const kept = keepOpen(await open(source, events)).catch((error: unknown) =>
    source.log.warn({ err: error }, 'listening connection lost'),
  )
  return {
    events,
    async close() {
      closing.abort()
      await kept
    },
  }
}
