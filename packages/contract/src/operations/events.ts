import { closed, eventTypePatterns, text, uuid } from '@carillon/domain'
import { eventShape } from '../events/event-shape.ts'
import type { Operation } from '../operation.ts'
import { object } from '../parameters.ts'

export const eventOperations = {
  'events.list': {
    method: 'get',
    path: '/events',
    tag: 'Events',
    scope: 'events:read',
    summary: 'Read events',
    description:
      'Returns the events of the organization, oldest first. Store the cursor of each response and send it with the next request: each event is then read once, and none is skipped. A key gets the events of objects that it can read: those of comments with comments:read, of messages with messages:read, and so on; if it is bound to profiles, only those of these profiles. Events are kept for 30 days, or as many as the setting EVENTS_KEPT_DAYS says.',
    profile: 'optional',
    query: object(
      {
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description:
            'The cursor of the previous response; `now` for events that happen from now on; `latest` for the newest events, at most `limit`, and then those that follow. If omitted, the list begins with the oldest event that is kept.',
        },
        types: {
          type: 'string',
          minLength: 1,
          maxLength: 1_024,
          description: `Types of events, separated by commas. These patterns select several types: ${eventTypePatterns.join(', ')}. Default: all.`,
        },
        profileId: uuid,
        accountId: uuid,
        limit: { type: 'integer', minimum: 1, maximum: 200, description: 'The maximum number of events. Default: 50.' },
        wait: {
          type: 'number',
          minimum: 0,
          maximum: 30,
          description:
            'The maximum number of seconds for which the response waits for an event if there is none after the cursor. Default: 0.',
        },
      },
      [],
    ),
    responses: {
      200: {
        description:
          'The events after the cursor, and the cursor for the next request, which is also returned if there are no events.',
        schema: closed({
          events: { type: 'array', items: eventShape },
          cursor: { ...text, description: 'The cursor to send with the next request.' },
          hasMore: { type: 'boolean', description: 'Whether further events can be read now, with `cursor`.' },
        }),
      },
    },
    errors: ['profile_not_found', 'account_not_found', 'event_cursor_expired'],
  },
} as const satisfies Record<string, Operation>
