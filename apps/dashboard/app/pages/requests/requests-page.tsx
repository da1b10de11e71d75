import type { RequestRecord } from '@carillon/client'
import { api } from '../../data/api.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { CursorListView } from '../../ui/cursor-list-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Filters, useRequestFilters, usualSource } from './filters.tsx'
import { RequestItem } from './request-item.tsx'

const idOf = ({ id }: RequestRecord) => id
const heights = { narrow: 100, wide: 68 }

/** The API requests of the last days that match the filters, newest first: method, path, key and result of each. */
export default function RequestsPage() {
  const filters = useRequestFilters()
  const isUsual = Object.keys(filters).join() === 'source' && filters.source === usualSource
  const list = useCursorList<RequestRecord>({
    queryKey: ['requests', filters],
    fetchPage: async (cursor, signal) => {
      const { data } = await api.get('/requests', { query: { ...filters, ...(cursor && { cursor }) }, signal })
      return { items: data.requests, nextCursor: data.nextCursor }
    },
    idOf,
  })
  return (
    <Page title="Requests" description="The API requests of the last days, newest first, without their bodies.">
      <Filters />
      <CursorListView
        label="Requests"
        list={list}
        nouns={['request', 'requests']}
        keyOf={idOf}
        heights={heights}
        renderItem={(request) => <RequestItem request={request} />}
        empty={
          <EmptyState title={isUsual ? 'No request of a client yet' : 'No request matches'}>
            Requests are usually listed within a second of their response.
          </EmptyState>
        }
      />
    </Page>
  )
}
