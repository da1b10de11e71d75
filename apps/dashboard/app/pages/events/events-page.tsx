import type { Event } from '@carillon/client'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { EventItem } from './event-item.tsx'
import { Filters, useEventFilters } from './filters.tsx'
import { pageSize } from './follow-feed.ts'
import { useFeed } from './use-feed.ts'

const keyOf = ({ id }: Event) => id
const heights = { narrow: 88, wide: 56 }

function FeedState({ isPaused, isLive }: { isPaused: boolean; isLive: boolean }) {
  if (isPaused) return <StatusBadge color="gray">Paused</StatusBadge>
  return isLive ? <StatusBadge color="green">Live</StatusBadge> : <StatusBadge color="yellow">Reading</StatusBadge>
}

/** The events that match the filters in the URL, newest first, live unless paused. */
export default function EventsPage() {
  const filters = useEventFilters()
  const [isPaused, setPaused] = useState(false)
  const { events, isLive, isCut, error } = useFeed(filters, isPaused)
  const isFiltered = Object.values(filters).some((value) => value !== null)
  const toggle = (
    <Button
      variant="default"
      leftSection={<Icon name={isPaused ? 'play' : 'pause'} size={16} />}
      onClick={() => setPaused((paused) => !paused)}
    >
      {isPaused ? 'Go on' : 'Pause'}
    </Button>
  )
  return (
    <Page title="Events" description="What has happened, newest first, as it happens." actions={toggle}>
      <Filters />
      <div role="status">
        <FeedState isPaused={isPaused} isLive={isLive} />
      </div>
      {error ? <ErrorNotice error={error} /> : null}
      {isCut && (
        <Text size="sm" c="dimmed">
          {`Of the earlier events, only the newest ${pageSize} are shown. Choose types or a profile, or read all with GET /events.`}
        </Text>
      )}
      {events.length === 0 && isLive && (
        <EmptyState title={isFiltered ? 'No event matches' : 'No event yet'}>
          {isFiltered
            ? 'Those that match appear here as they happen.'
            : 'Connect an account or publish a post: what happens appears here at once.'}
        </EmptyState>
      )}
      {events.length > 0 && (
        <VirtualList
          label="Events"
          items={events}
          keyOf={keyOf}
          heights={heights}
          renderItem={(event) => <EventItem event={event} />}
        />
      )}
    </Page>
  )
}
