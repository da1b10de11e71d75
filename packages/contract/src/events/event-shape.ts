import {
  closed,
  type Described,
  type EventObject,
  type EventType,
  eventFields,
  eventTypeNames,
  eventTypes,
  type JSONSchema,
  truncatedField,
} from '@carillon/domain'
import { tableOf } from '@carillon/errors'
import { withRules } from '../parameters.ts'
import { eventRowOf } from './index.ts'
import { ownerFields } from './owner-fields.ts'

/** Returns the name of the schema of an event type: `publish.accepted` gives `PublishAcceptedEvent`. */
function nameOf(type: EventType): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

function withTruncated<const P extends Record<string, JSONSchema>>(fields: P) {
  const whole = closed(fields)
  return { ...whole, properties: { ...whole.properties, truncated: truncatedField } } as const
}

/** The descriptions of `object.id`, keyed by the kind of the object. */
const objectIds: Readonly<Record<EventObject, string>> = {
  publish: 'The publishId of the publish.',
  post: "The platform's id of the post.",
  connection: 'The connectionSessionId of the session.',
  account: 'The accountId of the account.',
  comment: "The platform's id of the comment.",
  message: 'The id of the message in the API.',
  template:
    'The name of the template. Its languages share one sequence: compare sequences only within the same `data.language`.',
  campaign: "The platform's id of the campaign; of one that could not be created, the X-Request-Id of its request.",
  schedule: 'The scheduleId of the schedule.',
  quota: 'The name of the quota, such as youtube.units.',
  endpoint: 'The id of the webhook endpoint.',
  ping: 'Always `ping`.',
}

function shapeOf(type: EventType): JSONSchema {
  const kind = eventTypes[type]
  const id = { ...eventFields.object.properties.id, description: objectIds[kind] }
  const object = closed({ type: { const: kind }, id })
  const { apiVersion, ...fields } = eventFields
  const { data, description } = eventRowOf(type)
  const shape = withTruncated({ ...fields, ...ownerFields[kind], type: { const: type }, object, data, apiVersion })
  return { ...shape, description, ...{ 'x-name': nameOf(type) } }
}

/** The JSON Schemas of events, keyed by type of event. */
export const eventShapes: Readonly<Record<EventType, JSONSchema>> = tableOf(eventTypeNames, shapeOf)

const { apiVersion, ...fields } = eventFields
const anyEvent = withTruncated({ ...fields, data: { type: 'object', additionalProperties: true }, apiVersion })

/** The JSON Schema of an event of any type. In its TypeScript type (`Event`), `data` is any object. */
export const eventShape = withRules(anyEvent, {
  'x-name': 'Event',
  'x-rule': 'An event of any type: `type` decides what `data` contains.',
  oneOf: Object.values(eventShapes),
})

/** An event of any type. `data` has the type of any object: `eventShapes` describes it by `type`. */
export type Event = Described<typeof anyEvent>
