import type { AuditEntry } from '@carillon/client'
import { useAccess } from '../../data/access.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { CursorListView } from '../../ui/cursor-list-view.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
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
  return (
    <Page
      title="Activity"
      description={`Who has changed what, and what was rejected, newest first${hasOrganization ? '' : ', in your profiles'}.`}
      actions={<CsvDownload filters={filters} />}
    >
      <Filters />
      <CursorListView
        label="Activity"
        list={list}
        nouns={['entry', 'entries']}
        keyOf={idOf}
        heights={heights}
        renderItem={(entry) => <EntryItem entry={entry} />}
        empty={
          <EmptyState title="No entry matches">
            Every request that changes something is an entry, and every one that a key may not make.
          </EmptyState>
        }
      />
    </Page>
  )
}
