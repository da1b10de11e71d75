import type { RequestRecord } from '@carillon/client'
import { useCallback } from 'react'
import { api } from '../../data/api.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { Filters, useRequestFilters } from './filters.tsx'
import { RequestItem } from './request-item.tsx'

const idOf = ({ id }: RequestRecord) => id
const heights = { narrow: 100, wide: 68 }

/** The API requests of the last days: what was sent with which key, and what became of it. */
export default function RequestsPage() {
  const filters = useRequestFilters()
  const list = useCursorList<RequestRecord>({
    queryKey: ['requests', filters],
    fetchPage: async (cursor, signal) => {
      const { data } = await api.get('/requests', { query: { ...filters, ...(cursor && { cursor }) }, signal })
      return { items: data.requests, nextCursor: data.nextCursor }
    },
    idOf,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage().catch(reportError)
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <Page title="Requests" description="The API requests of the last days, newest first, without their bodies.">
      <Filters />
      <ListStates
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState title="No request matches">Requests are listed within a second of their response.</EmptyState>
        }
        end={`End of the list: ${list.items.length} ${list.items.length === 1 ? 'request' : 'requests'}`}
      >
        <VirtualList
          label="Requests"
          items={list.items}
          keyOf={idOf}
          heights={heights}
          onEnd={onEnd}
          renderItem={(request) => <RequestItem request={request} />}
        />
      </ListStates>
    </Page>
  )
}
