import type { ExternalWriteRow } from '../schema/external-write.ts'

/** The maximum size in bytes of a payload. PostgreSQL accepts less than 8,000. */
const maxBytes = 7_900

const idLength = 36

/** The names of the columns of an external write whose value can be a `Date`, without columns of the type `unknown`. */
type DateColumn = {
  [Name in keyof ExternalWriteRow]: unknown extends ExternalWriteRow[Name]
    ? never
    : Date extends ExternalWriteRow[Name]
      ? Name
      : never
}[keyof ExternalWriteRow]

const dateColumns = {
  attemptedAt: true,
  settleAt: true,
  runningSince: true,
  wakeAt: true,
  restoredFrom: true,
  changesLostAt: true,
  acceptedAt: true,
  createdAt: true,
  dueAt: true,
  updatedAt: true,
} as const satisfies Record<DateColumn, true>

/**
 * Returns the payload of a notification about a changed write: its id and, if both fit into 7,900 bytes, the row as
 * JSON, so that processes that wait for the write need not read it.
 */
export function writePayload(row: ExternalWriteRow): string {
  const payload = `${row.id}${JSON.stringify(row)}`
  return Buffer.byteLength(payload) <= maxBytes ? payload : row.id
}

/** Returns the id (36 characters) with which the payload of a notification begins. */
export const hintedId = (payload: string): string => payload.slice(0, idLength)

/**
 * Returns the row in the payload of a notification about a write; undefined if the payload has no row, because the row
 * was too long or the payload is empty.
 * @throws SyntaxError if the text after the id is not JSON
 */
export function hintedWrite(payload: string): ExternalWriteRow | undefined {
  if (payload.length <= idLength) return undefined
  const row = JSON.parse(payload.slice(idLength))
  // A process of an earlier version may not know all columns.
  for (const name of Object.keys(dateColumns)) row[name] = row[name] == null ? null : new Date(row[name])
  return row
}
