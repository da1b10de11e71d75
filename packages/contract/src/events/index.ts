import type { EventType } from '@carillon/domain'
import { accountEvents } from './accounts.ts'
import { conversationEvents } from './conversations.ts'
import type { EventRow } from './event-row.ts'
import { organizationEvents } from './organization.ts'
import { publishingEvents } from './publishing.ts'
import { scheduleEvents } from './schedules.ts'

/** Every type of event with its description, the schema of its `data` and an example. */
const events = {
  ...publishingEvents,
  ...accountEvents,
  ...conversationEvents,
  ...scheduleEvents,
  ...organizationEvents,
} satisfies { [Type in EventType]: object }

/** The row of a type, with its literal types widened. */
export function eventRowOf(type: EventType): EventRow {
  return events[type]
}
