import type { Connection } from './connection.ts'
import { requestFor } from './named-operations.ts'
import { backoff, pause } from './pause.ts'
import { isSafeToRepeat, retryDelay } from './retries.ts'
import type { EventList, webhooks } from './schema.ts'

/** An event of any type; a check of its `type` narrows its data. */
export type AnyEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } }
  }
    ? Event
    : never
}[keyof webhooks]

export interface FollowOptions {
  /** The types of events to receive, such as `publish.published` or `comment.*`; all if omitted. */
  types?: readonly string[]
  profileId?: string
  accountId?: string
  /** Seconds that the service waits for the next event before it responds, 30 at most. Default: 30. */
  waitSeconds?: number
  /** Aborting the signal ends the loop. */
  signal?: AbortSignal
}

/** The events after a cursor, followed by new events as they happen. Iterate over it with `for await`. */
export interface EventFeed extends AsyncIterable<AnyEvent> {
  /**
   * The cursor to continue from after a restart: store it after each event. It changes when all events of a response
   * have been read, so that an event may be received again, but none is missed.
   */
  readonly cursor: string | undefined
}

const maxPauseMs = 30_000

/** A response of the feed, with the type of each event. */
type Page = Omit<EventList, 'events'> & { events: AnyEvent[] }

/** Creates the feed of `client.events.follow`. The loop ends when the signal is aborted or the loop is left. */
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
        if (signal?.aborted || !isSafeToRepeat(error, true)) throw error
        await pause(Math.max(retryDelay(error, 0) ?? maxPauseMs, backoff(attempt, maxPauseMs)), signal)
      }
    }
  }

  async function* events(): AsyncGenerator<AnyEvent> {
    while (!signal?.aborted) {
      const page = await read().catch((error: unknown) => (signal?.aborted ? null : Promise.reject(error)))
      if (page === null) return
      for (const event of page.events) {
        yield event
        // The cursor stays: the events that are left are received again after a restart.
        if (signal?.aborted) return
      }
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
