import type { AuditEntry } from '@carillon/domain'

type Cell = string | number | null

const columns: readonly (readonly [name: string, cell: (entry: AuditEntry) => Cell])[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['action', ({ action }) => action],
  ['actorType', ({ actor }) => actor.type],
  ['actorId', ({ actor }) => actor.id],
  ['actorName', ({ actor }) => actor.name],
  ['profileId', ({ profileId }) => profileId],
  ['targets', ({ targets }) => targets.map(({ type, id }) => `${type}:${id}`).join(' ')],
  ['requestId', ({ requestId }) => requestId],
  ['ip', ({ ip }) => ip],
  ['userAgent', ({ userAgent }) => userAgent],
  ['status', ({ outcome }) => outcome.status],
  ['code', ({ outcome }) => outcome.code],
]

/** Characters that a spreadsheet interprets as the start of a formula. */
const formulaStart = /^[=+\-@\t\r]/

function cellText(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // An apostrophe makes a spreadsheet take the rest as text.
  const text = formulaStart.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Formats audit entries as CSV (RFC 4180) with a header line. Text that a spreadsheet would take for a formula gets a
 * leading apostrophe.
 */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const lines = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, cellOf]) => cellText(cellOf(entry)))),
  ]
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('')
}
