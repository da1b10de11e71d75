import { Button } from '@mantine/core'
import { type CsvValue, csvOf, downloadCsv } from '../data/csv.ts'

export interface CsvButtonProps {
  /** The name of the file, and what it holds. */
  name: string
  headers: readonly string[]
  rows: readonly (readonly CsvValue[])[]
}

/** Saves a table as a file for spreadsheets. */
export function CsvButton({ name, headers, rows }: CsvButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() => downloadCsv(name, csvOf(headers, rows))}
      aria-label={`Download CSV: ${name}`}
    >
      Download CSV
    </Button>
  )
}
