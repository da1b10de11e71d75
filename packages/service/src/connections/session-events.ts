import type { ConnectionSessionRow, NewEvent } from '@carillon/database'
import { newEvent } from '../events/new-event.ts'
import { viewSession } from './session-view.ts'

/**
 * Builds the event of a session that has ended: `connection.completed`, or `connection.failed` for any other status
 * than `completed`. Does not store it.
 */
export function sessionEvent(row: ConnectionSessionRow, now: Date): NewEvent {
  const type = row.status === 'completed' ? 'connection.completed' : 'connection.failed'
  const owner = { ...row, accountId: null }
  return newEvent(owner, { type, id: row.id, at: now, data: viewSession(row, now) })
}
