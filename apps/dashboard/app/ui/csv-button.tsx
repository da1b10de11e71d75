import { Button } from '@mantine/core'
import { type CsvValue, csvOf, downloadCsv } from '../data/csv.ts'

export interface CsvButtonProps {
  /** The subject of the table, from which the name of the file is made. */
  name: string
  headers: readonly string[]
  rows: readonly (readonly CsvValue[])[]
}

/** A button that saves a table as a CSV file. */
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
