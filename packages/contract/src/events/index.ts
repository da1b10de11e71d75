import type { EventType } from '@carillon/domain'
import { accountEvents } from './accounts.ts'
import { conversationEvents } from './conversations.ts'
import type { EventRow } from './event-row.ts'
import { organizationEvents } from './organization.ts'
import { publishingEvents } from './publishing.ts'
import { scheduleEvents } from './schedules.ts'

/** The descriptions, data schemas and examples of all types of events, keyed by type. */
const events = {
  ...publishingEvents,
  ...accountEvents,
  ...conversationEvents,
  ...scheduleEvents,
  ...organizationEvents,
} satisfies { [Type in EventType]: object }

/** Returns the row of a type of event as the general type `EventRow`. */
export function eventRowOf(type: EventType): EventRow {
  return events[type]
}
