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

/** Returns the description, data schema and example of a type of event, without the TypeScript type of its data. */
export function eventRowOf(type: EventType): EventRow {
  return events[type]
}
