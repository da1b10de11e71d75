import { type Event, isApiError } from '@carillon/client'
import { api } from '../../data/api.ts'

export interface FeedFilters {
  /** Types and patterns, separated by commas; null for all. */
  types: string | null
  profileId: string | null
  accountId: string | null
  /** Whether to read only events that are raised from now on. Default: first the newest ones that are kept. */
  isNewOnly?: boolean
}

export type FeedChange =
  | {
      kind: 'events'
      events: readonly Event[]
      isLive: boolean
      /** Whether these are the newest events as far as they fit on a page, so that earlier ones may exist. */
      isCut: boolean
    }
  | { kind: 'error'; error: unknown }

const waitSeconds = 20
/** The maximum number of events in a response, which is also that of the earlier events that are read. */
export const pageSize = 200
const pauseAfterErrorMs = 5_000

function queryOf({ types, profileId, accountId }: FeedFilters) {
  return { ...(types && { types }), ...(profileId && { profileId }), ...(accountId && { accountId }) }
}

/** Resolves after the pause that follows an error (5 seconds), or once the signal is aborted. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseAfterErrorMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/**
 * Follows the event feed until the signal is aborted, then resolves; it does not reject. Reads the newest events that
 * are kept, at most 200, unless only new ones are wanted, then each one as it is raised. Errors are passed to
 * `onChange`, and reading continues 5 seconds later at the same cursor or, if that has expired, as at the beginning.
 */
export async function follow(
  filters: FeedFilters,
  onChange: (change: FeedChange) => void,
  signal: AbortSignal,
): Promise<void> {
  const start = filters.isNewOnly ? 'now' : 'latest'
  let cursor: string = start
  let wait = 0
  while (!signal.aborted) {
    try {
      const { data } = await api.get('/events', {
        query: { ...queryOf(filters), limit: pageSize, wait, cursor },
        signal,
      })
      const { events, hasMore } = data
      onChange({ kind: 'events', events, isLive: !hasMore, isCut: cursor === 'latest' && events.length === pageSize })
      cursor = data.cursor
      wait = hasMore ? 0 : waitSeconds
    } catch (error) {
      if (signal.aborted) return
      onChange({ kind: 'error', error })
      // An expired cursor is of no more use.
      if (isApiError(error, 'event_cursor_expired')) cursor = start
      await pause(signal)
    }
  }
}
