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
    summary: 'Read what has happened',
    description:
      'Oldest first. Store the cursor of each response and send it with the next request: each event is then read once, and none is skipped, however late its change was committed. Events are kept for 30 days unless EVENTS_KEPT_DAYS says otherwise.',
    profile: 'optional',
    query: object(
      {
        cursor: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          description:
            'The cursor of the previous response; now to begin with what happens from now on. If omitted, the list begins with the oldest event.',
        },
        types: {
          type: 'string',
          minLength: 1,
          maxLength: 1_024,
          description: `Types separated by commas. These stand for several: ${eventTypePatterns.join(', ')}. Default: all.`,
        },
        profileId: uuid,
        accountId: uuid,
        limit: { type: 'integer', minimum: 1, maximum: 200, description: 'The maximum number of events. Default: 50.' },
        wait: {
          type: 'number',
          minimum: 0,
          maximum: 30,
          description: 'Seconds to wait for the first event if there is none. Default: 0.',
        },
      },
      [],
    ),
    responses: {
      200: {
        description: 'Events after the cursor, and the cursor after them, which is there without events as well.',
        schema: closed({
          events: { type: 'array', items: eventShape },
          cursor: text,
          hasMore: { type: 'boolean', description: 'Whether there are further events already.' },
        }),
      },
    },
    errors: ['profile_not_found', 'account_not_found', 'event_cursor_expired'],
  },
} as const satisfies Record<string, Operation>
