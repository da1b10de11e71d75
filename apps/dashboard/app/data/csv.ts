export type CsvValue = string | number | boolean | null | undefined

/** Characters that a spreadsheet interprets as the start of a formula. */
const formulaStart = /^[=+\-@\t\r]/

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  // An apostrophe makes a spreadsheet take the rest as text.
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Rows as CSV (RFC 4180), after a line with the headers; null and undefined are empty cells. Texts that a spreadsheet
 * would run as a formula get an apostrophe in front; numbers stay numbers.
 */
export function csvOf(headers: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [headers, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/**
 * Makes the browser save a text as a CSV file. The file is named after `name`, in lower case with hyphens and `.csv`.
 */
export function downloadCsv(name: string, text: string): void {
  // The mark lets spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
