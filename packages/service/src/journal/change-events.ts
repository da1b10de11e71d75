import { type ExternalWriteChanges, type ExternalWriteRow, type NewEvent, rowAfter } from '@carillon/database'
import type { Context } from '../context.ts'
import type { WriteKind } from './write-kind.ts'

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
