import { keysOf } from '@carillon/errors'

/** What an event can be about, as `object.type` names it. */
export const eventObjects = [
  'publish',
  'post',
  'connection',
  'account',
  'comment',
  'message',
  'template',
  'campaign',
  'schedule',
  'quota',
  'endpoint',
  'ping',
] as const

export type EventObject = (typeof eventObjects)[number]

/** The types of events, each with what it is about. */
export const eventTypes = {
  'publish.accepted': 'publish',
  'publish.published': 'publish',
  'publish.failed': 'publish',
  'publish.unknown': 'publish',
  'publish.resolved': 'publish',
  'post.deleted': 'post',
  'connection.completed': 'connection',
  'connection.failed': 'connection',
  'account.connected': 'account',
  'account.updated': 'account',
  'account.expiring': 'account',
  'account.expired': 'account',
  'account.disconnected': 'account',
  'comment.created': 'comment',
  'comment.updated': 'comment',
  'comment.deleted': 'comment',
  'message.received': 'message',
  'message.sent': 'message',
  'message.status': 'message',
  'message.failed': 'message',
  'template.updated': 'template',
  'campaign.created': 'campaign',
  'campaign.failed': 'campaign',
  'schedule.at_risk': 'schedule',
  'schedule.held': 'schedule',
  'quota.exhausted': 'quota',
  'endpoint.disabled': 'endpoint',
  ping: 'ping',
} as const satisfies Record<string, EventObject>

export type EventType = keyof typeof eventTypes

/** The names of all types, in the order of the documentation. */
export const eventTypeNames = keysOf(eventTypes)

/** The patterns that stand for several types: `*`, and `<object>.*` for all types that begin with it. */
export const eventTypePatterns: readonly string[] = [
  '*',
  ...new Set(eventTypeNames.flatMap((type) => (type.includes('.') ? [`${type.slice(0, type.indexOf('.'))}.*`] : []))),
]

/** The types that a list of types and patterns selects. `ping` is selected by its name alone, since only tests send it. */
export function selectedEventTypes(selection: readonly string[]): EventType[] {
  return eventTypeNames.filter((type) =>
    selection.some((each) => each === type || (type !== 'ping' && (each === '*' || isBelow(type, each)))),
  )
}

function isBelow(type: EventType, pattern: string): boolean {
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

/** Days for which events are kept, unless a setting says otherwise. */
export const defaultEventsKeptDays = 30

/** The maximum size of the `data` of an event as JSON, in bytes; longer texts in it are cut. */
export const maxEventDataBytes = 65_536
