import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { csvOf, downloadCsv } from '../../data/csv.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { csvHeaders, csvRow } from './entry-csv.ts'
import { type ActivityFilters, readEntries } from './read-entries.ts'

const pageSize = 200
/** The maximum number of pages in a file; the CLI (`audit export`) exports all entries. */
const maxPages = 50

/** A button that saves the audit entries that match the filters as a CSV file, the newest 10,000 at most. */
export function CsvDownload({ filters }: { filters: ActivityFilters }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const rows: ReturnType<typeof csvRow>[] = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page++) {
        const { items, nextCursor } = await readEntries(filters, { cursor, limit: pageSize })
        rows.push(...items.map(csvRow))
        if (nextCursor === null) return { rows, isCut: false }
        cursor = nextCursor
      }
      return { rows, isCut: true }
    },
    onSuccess: ({ rows, isCut }) => {
      downloadCsv('Activity', csvOf(csvHeaders, rows))
      const count = rows.length.toLocaleString('en')
      if (isCut) notifyDone(`The file has the newest ${count} entries. Choose days, or run audit export for all.`)
    },
    onError: notifyError,
  })
  return (
    <Button variant="default" size="xs" onClick={() => mutate()} loading={isPending}>
      Download CSV
    </Button>
  )
}
