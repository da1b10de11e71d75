import { keysOf } from '@carillon/errors'
import { hasKeyScope, type OperationScope } from '../keys/key-scopes.ts'

/** The kinds of objects that events are about: the values of `object.type`. */
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

/**
 * The scope that an API key needs to read events, keyed by the kind of object that the event is about: the scope for
 * reading such objects. Null if every key may read the events.
 */
export const eventReadScopes = {
  publish: 'posts:read',
  post: 'posts:read',
  connection: 'accounts:read',
  account: 'accounts:read',
  comment: 'comments:read',
  message: 'messages:read',
  template: 'messages:read',
  campaign: 'ads:read',
  schedule: 'schedules:read',
  quota: 'usage:read',
  endpoint: 'webhooks:read',
  ping: null,
} as const satisfies Record<EventObject, OperationScope | null>

/** Returns the kinds of objects whose events an API key with these scopes may read; null if it may read all events. */
export function readableEventObjects(scopes: readonly string[]): EventObject[] | null {
  const readable = eventObjects.filter((object) => {
    const scope = eventReadScopes[object]
    return scope === null || hasKeyScope(scopes, scope)
  })
  return readable.length === eventObjects.length ? null : readable
}

/** The kind of object that each type of event is about, keyed by type. */
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

/** The types of events, in the order of the documentation. */
export const eventTypeNames = keysOf(eventTypes)

/**
 * The patterns that select several types of events: `*`, and `<object>.*` for all types that begin with `<object>.`.
 */
export const eventTypePatterns: readonly string[] = [
  '*',
  ...new Set(eventTypeNames.flatMap((type) => (type.includes('.') ? [`${type.slice(0, type.indexOf('.'))}.*`] : []))),
]

/**
 * Returns the types of events that a list of types and patterns selects, in the order of the documentation. Unknown
 * entries select nothing. `ping`, which only tests send, is selected by its own name, but by no pattern.
 */
export function selectedEventTypes(selection: readonly string[]): EventType[] {
  return eventTypeNames.filter((type) =>
    selection.some((each) => each === type || (type !== 'ping' && (each === '*' || isBelow(type, each)))),
  )
}

function isBelow(type: EventType, pattern: string): boolean {
  return pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))
}

/** The number of days for which events are kept if the setting `EVENTS_KEPT_DAYS` is absent. */
export const defaultEventsKeptDays = 30

/** The maximum size in bytes of an event's `data` as JSON. Strings in larger data are cut. */
export const maxEventDataBytes = 65_536
