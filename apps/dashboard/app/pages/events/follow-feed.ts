import { type Event, isApiError } from '@carillon/client'
import { api } from '../../data/api.ts'

export interface FeedFilters {
  /** Types and patterns, separated by commas; null for all. */
  types: string | null
  profileId: string | null
  accountId: string | null
  /** Whether to read only events that are raised from now on. Default: also the earlier ones that are kept. */
  isNewOnly?: boolean
}

export type FeedChange =
  | { kind: 'events'; events: readonly Event[]; isLive: boolean }
  | { kind: 'error'; error: unknown }
  /** There are too many earlier events: those read so far are incomplete, and from here on, only new ones are read. */
  | { kind: 'cut' }

const waitSeconds = 20
const pageSize = 200
/** The maximum number of pages of earlier events that are read, oldest first, before only new ones are. */
const maxEarlierPages = 25
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
 * Follows the event feed until the signal is aborted, then resolves; it does not reject. Reads the events that are
 * kept, oldest first, unless only new ones are wanted, then each one as it is raised. Errors are passed to `onChange`,
 * and reading continues at the same cursor 5 seconds later.
 */
export async function follow(
  filters: FeedFilters,
  onChange: (change: FeedChange) => void,
  signal: AbortSignal,
): Promise<void> {
  let cursor = filters.isNewOnly ? 'now' : undefined
  let wait = 0
  for (let pages = 0; !signal.aborted; ) {
    try {
      const query = { ...queryOf(filters), limit: pageSize, wait, ...(cursor && { cursor }) }
      const { data } = await api.get('/events', { query, signal })
      pages += 1
      onChange({ kind: 'events', events: data.events, isLive: !data.hasMore })
      cursor = data.cursor
      wait = data.hasMore ? 0 : waitSeconds
      if (data.hasMore && pages === maxEarlierPages) {
        cursor = 'now'
        onChange({ kind: 'cut' })
      }
    } catch (error) {
      if (signal.aborted) return
      onChange({ kind: 'error', error })
      // An expired cursor is of no more use: begin with the oldest event that is kept.
      if (isApiError(error, 'event_cursor_expired')) cursor = filters.isNewOnly ? 'now' : undefined
      await pause(signal)
    }
  }
}
