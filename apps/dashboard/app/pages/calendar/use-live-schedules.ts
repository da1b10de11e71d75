import { isApiError } from '@carillon/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccess } from '../../data/access.ts'
import { noteSessionEnded } from '../../data/session-query.ts'
import { type FeedChange, follow } from '../events/follow-feed.ts'

/**
 * Reads all schedules again as soon as an event says that one of the profile, or one of its publishes, has changed.
 * Does nothing if the key lacks `events:read`.
 */
export function useLiveSchedules(profileId: string): void {
  const client = useQueryClient()
  const canFollow = useAccess().can('events:read')
  useEffect(() => {
    if (!canFollow) return
    const controller = new AbortController()
    const onChange = (change: FeedChange) => {
      if (change.kind === 'error' && isApiError(change.error, 'unauthorized')) noteSessionEnded(client)
      if (change.kind !== 'events' || change.events.length === 0) return
      client.invalidateQueries({ queryKey: ['schedules'] }).catch(reportError)
    }
    const filters = { types: 'schedule.*,publish.*', profileId, accountId: null, isNewOnly: true }
    follow(filters, onChange, controller.signal).catch(reportError)
    return () => controller.abort()
  }, [client, canFollow, profileId])
}
