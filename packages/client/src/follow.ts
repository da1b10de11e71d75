import type { Connection } from './connection.ts'
import { requestFor } from './named-operations.ts'
import { backoff, pause } from './pause.ts'
import { isNotSent, isSafeToRepeat } from './retries.ts'
import type { EventList, webhooks } from './schema.ts'

/** An event, by its type. */
export type AnyEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } }
  }
    ? Event
    : never
}[keyof webhooks]

export interface FollowOptions {
  /** Types and `<object>.*`; all if it is omitted. */
  types?: readonly string[]
  profileId?: string
  accountId?: string
  /** Seconds for which the service waits for the next event, up to 30, which is the default. */
  waitSeconds?: number
  /** Ends the loop. */
  signal?: AbortSignal
}

/** The events after a cursor, and those that happen from then on. */
export interface EventFeed extends AsyncIterable<AnyEvent> {
  /**
   * Where to go on after a restart: store it after each event. It moves on when all events of a response have been
   * taken, so that an event may come again, but none is skipped.
   */
  readonly cursor: string | undefined
}

const maxPauseMs = 30_000

/** A response of the feed, with the type of each event. */
type Page = Omit<EventList, 'events'> & { events: AnyEvent[] }

/**
 * Follows the feed of events from a cursor, from now on (`now`), or from the oldest event (undefined). It goes on after
 * lost connections until its signal is aborted or the loop is left.
 */
export function followEvents(connection: Connection, cursor?: string, options: FollowOptions = {}): EventFeed {
  const { types, signal, waitSeconds = 30, ...filter } = options
  const state = { cursor }

  async function read(): Promise<Page> {
    const query = { ...filter, types: types?.join(','), cursor: state.cursor, wait: waitSeconds }
    const call = { timeoutMs: waitSeconds * 1_000 + 20_000, maxRetries: 0, ...(signal && { signal }) }
    for (let attempt = 0; ; attempt++) {
      try {
        return (await connection.send<Page>(requestFor('events.list', { query }, call))).data
      } catch (error) {
        if (signal?.aborted || !(isNotSent(error) || isSafeToRepeat(error, true))) throw error
        await pause(backoff(attempt, maxPauseMs), signal)
      }
    }
  }

  async function* events(): AsyncGenerator<AnyEvent> {
    while (!signal?.aborted) {
      const page = await read().catch((error: unknown) => {
        if (signal?.aborted) return null
        throw error
      })
      if (page === null) return
      yield* page.events
      state.cursor = page.cursor
    }
  }

  return {
    get cursor() {
      return state.cursor
    },
    [Symbol.asyncIterator]: events,
  }
}
