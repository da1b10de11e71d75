import type { ExternalWriteChanges, ExternalWriteRow, NewEvent } from '@carillon/database'
import type { Context } from '../context.ts'
import type { WriteKind } from './write-kind.ts'

const json = (text: string | null) => (text === null ? null : JSON.parse(text))

/** Returns the row as it will be after a change. JSON columns of the changes are strings. */
function rowAfter(row: ExternalWriteRow, changes: ExternalWriteChanges): ExternalWriteRow {
  const { status = row.status, updatedAt = row.updatedAt, wakeAt = row.wakeAt } = changes
  const { acceptedAt = row.acceptedAt, providerIds = row.providerIds } = changes
  const { payload, result, error } = changes
  return {
    ...row,
    ...{ status, updatedAt, wakeAt, acceptedAt, providerIds },
    ...(payload !== undefined && { payload: JSON.parse(payload) }),
    ...(result !== undefined && { result: json(result) }),
    ...(error !== undefined && { error: json(error) }),
  }
}

/**
 * Builds the events that report a change of a write; empty if its status does not change or its kind reports no events.
 * Does not store them.
 * @param row the row before the change
 */
export function eventsOfChange(
  { context, kind, row }: { context: Context; kind: WriteKind | undefined; row: ExternalWriteRow },
  changes: ExternalWriteChanges,
): readonly NewEvent[] {
  if (kind?.events === undefined || changes.status === undefined || changes.status === row.status) return []
  const after = rowAfter(row, changes)
  return kind.events({ context, row: after, before: row.status, payload: after.payload, result: after.result })
}
