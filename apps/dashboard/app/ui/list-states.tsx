import { Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'

export interface ListStatesProps {
  /** The result of a query, or of `useCursorList`. */
  list: {
    isPending: boolean
    error: unknown
    refetch(): unknown
    hasNextPage?: boolean
    isFetchingNextPage?: boolean
    fetchNextPage?(): unknown
  }
  isEmpty: boolean
  /** Replaces an empty list: usually an `EmptyState`. */
  empty: ReactNode
  /** Shown below the last item once there is no further page, such as "Those are all publishes." */
  end?: string
  /** The height in pixels of each of the four placeholder lines while the list is loading. Default: 56. */
  rowHeight?: number
  children: ReactNode
}

function Loading({ rowHeight }: { rowHeight: number }) {
  return (
    <Stack gap="xs" role="status" aria-label="Loading">
      {[1, 0.8, 0.6, 0.4].map((opacity) => (
        <Skeleton key={opacity} height={rowHeight} radius="md" opacity={opacity} />
      ))}
    </Stack>
  )
}

/**
 * A list in all its states: loading; failed or `empty` if `isEmpty`; otherwise its items (`children`) with any error
 * below them, and a button for the next page or `end`.
 */
export function ListStates({ list, isEmpty, empty, end, rowHeight = 56, children }: ListStatesProps) {
  const { isPending, error, refetch, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = list
  if (isPending) return <Loading rowHeight={rowHeight} />
  if (error && isEmpty) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (isEmpty) return empty
  return (
    <Stack gap="md">
      {children}
      {error ? <ErrorNotice error={error} onRetry={() => (fetchNextPage ?? refetch)()} /> : null}
      {hasNextPage && fetchNextPage && (
        <Center>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
      {!hasNextPage && end && (
        <Text size="sm" c="dimmed" ta="center">
          {end}
        </Text>
      )}
    </Stack>
  )
}
