import type { NewEvent, WriteStatus } from '@carillon/database'
import type { EventType } from '@carillon/domain'
import type { Context } from '../../context.ts'
import { newEvent } from '../../events/new-event.ts'
import type { StatusChange } from '../../write-kind.ts'
import { viewPublish } from '../view/publish-view.ts'

const typeOf = {
  processing: null,
  accepted: 'publish.accepted',
  succeeded: 'publish.published',
  failed: 'publish.failed',
  unknown: 'publish.unknown',
} as const satisfies Record<WriteStatus, EventType | null>

/**
 * Builds the event that reports a change of a publish's status; empty if the status is now `processing`. A publish that
 * was `unknown` gives `publish.resolved`, whatever its status is now.
 */
export function publishEvents(change: StatusChange<Context>): NewEvent[] {
  const { context, row, before } = change
  const type = before === 'unknown' ? 'publish.resolved' : typeOf[row.status]
  return type === null ? [] : [newEvent(row, { type, id: row.id, at: row.updatedAt, data: viewPublish(context, row) })]
}
