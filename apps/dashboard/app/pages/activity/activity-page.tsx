import type { AuditEntry } from '@carillon/client'
import { useCallback } from 'react'
import { useAccess } from '../../data/access.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Page } from '../../ui/page.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { CsvDownload } from './csv-download.tsx'
import { EntryItem } from './entry-item.tsx'
import { Filters, useActivityFilters } from './filters.tsx'
import { readEntries } from './read-entries.ts'

const idOf = ({ id }: AuditEntry) => id
const heights = { narrow: 108, wide: 68 }

/** The audit log: who has changed what, and what was rejected. */
export default function ActivityPage() {
  const filters = useActivityFilters()
  const { hasOrganization } = useAccess()
  const list = useCursorList<AuditEntry>({
    queryKey: ['audit', filters],
    fetchPage: (cursor, signal) => readEntries(filters, { cursor, signal }),
    idOf,
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage().catch(reportError)
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <Page
      title="Activity"
      description={`Who has changed what, and what was rejected, newest first${hasOrganization ? '' : ', in your profiles'}.`}
      actions={<CsvDownload filters={filters} />}
    >
      <Filters />
      <ListStates
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState title="No entry matches">
            Every request that changes something is an entry, and every one that a key may not make.
          </EmptyState>
        }
        end={`End of the list: ${list.items.length} ${list.items.length === 1 ? 'entry' : 'entries'}`}
      >
        <VirtualList
          label="Activity"
          items={list.items}
          keyOf={idOf}
          heights={heights}
          onEnd={onEnd}
          renderItem={(entry) => <EntryItem entry={entry} />}
        />
      </ListStates>
    </Page>
  )
}
