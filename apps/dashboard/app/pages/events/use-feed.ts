import { type Event, isApiError } from '@carillon/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { noteSessionEnded } from '../../data/session-query.ts'
import { type FeedChange, type FeedFilters, follow } from './follow-feed.ts'
import { withNewer } from './newest-events.ts'

interface Feed {
  /** The newest events, at most 500, newest first. */
  events: readonly Event[]
  /** Whether all events up to now have been read; false after an error, too. */
  isLive: boolean
  /** Whether earlier events may exist that are not read here, since only the newest ones are. */
  isCut: boolean
  error: unknown
}

const none: Feed = { events: [], isLive: false, isCut: false, error: null }

function reduce(feed: Feed, change: FeedChange | { kind: 'restart' }): Feed {
  switch (change.kind) {
    case 'restart':
      return none
    case 'error':
      return { ...feed, isLive: false, error: change.error }
    case 'events': {
      const { events, isLive, isCut } = change
      if (events.length === 0 && isLive === feed.isLive && feed.error === null) return feed
      return { events: withNewer(feed.events, events), isLive, isCut: feed.isCut || isCut, error: null }
    }
    default:
      return change satisfies never
  }
}

/**
 * The events that match the filters, newest first, kept up to date. While `isPaused`, nothing is read and the events
 * stay; afterwards, and after a change of the filters, the newest ones are read again, also with `isNewOnly`.
 */
export function useFeed(filters: FeedFilters, isPaused: boolean): Feed {
  const client = useQueryClient()
  const [feed, apply] = useReducer(reduce, none)
  const { types, profileId, accountId } = filters
  useEffect(() => {
    if (isPaused) return
    const controller = new AbortController()
    apply({ kind: 'restart' })
    const onChange = (change: FeedChange) => {
      if (change.kind === 'error' && isApiError(change.error, 'unauthorized')) noteSessionEnded(client)
      apply(change)
    }
    follow({ types, profileId, accountId }, onChange, controller.signal).catch((error: unknown) =>
      onChange({ kind: 'error', error }),
    )
    return () => controller.abort()
  }, [types, profileId, accountId, isPaused, client])
  return feed
}
