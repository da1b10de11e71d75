import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Listener, listen } from '@carillon/database'
import type { Logger } from '@carillon/log'

interface ListenOptions {
  url: string
  channels: readonly string[]
  log: Logger
}

/** Milliseconds between two attempts to reach the database. */
const retryMs = 1_000

/** Emits the notifications of each channel on another emitter. */
function forward(from: EventEmitter, to: EventEmitter, channels: readonly string[]): void {
  for (const channel of channels) from.on(channel, (payload) => to.emit(channel, payload))
}

/**
 * Listens for notifications of a database that may not be reachable yet. Returns at once and listens as soon as the
 * database can be reached; notifications before that are lost.
 */
export function listenLate(options: ListenOptions): Listener {
  const events = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()

  async function open(): Promise<Listener | undefined> {
    while (!closing.signal.aborted) {
      try {
        const listener = await listen(options)
        forward(listener.events, events, options.channels)
        return listener
      } catch (error) {
        options.log.warn({ err: error }, 'cannot listen to the database')
      }
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
    return undefined
  }

  const opening = open()
  return {
    events,
    async close() {
      closing.abort()
      const listener = await opening
      await listener?.close()
    },
  }
}
