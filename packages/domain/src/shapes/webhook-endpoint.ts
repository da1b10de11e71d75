import {
  closed,
  type Described,
  nullableNumber,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
  uuid,
} from '../schema.ts'

export const endpointStatuses = ['enabled', 'disabled'] as const
export type EndpointStatus = (typeof endpointStatuses)[number]

/**
 * The reasons why an endpoint is disabled. `gone`: it responded with 410. `failing`: every delivery failed for five
 * days. `manual`: a request disabled it.
 */
const endpointDisabledReasons = ['gone', 'failing', 'manual'] as const
export type EndpointDisabledReason = (typeof endpointDisabledReasons)[number]

/** The schema of a webhook endpoint, without its secret, which is returned only when it is created or renewed. */
export const webhookEndpointShape = closed({
  id: uuid,
  url: text,
  types: {
    type: 'array',
    items: text,
    description: 'The types of events that are delivered, and patterns such as publish.*, as they were set.',
  },
  profileId: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'Only events of this profile are delivered; null for those of the whole organization.',
  },
  description: nullableText,
  headerNames: {
    type: 'array',
    items: text,
    description:
      'The names of only those headers that were set for the endpoint (`headers`), not of those that Carillon adds to each delivery.',
  },
  status: { enum: endpointStatuses },
  disabledReason: {
    enum: [...endpointDisabledReasons, null],
    description:
      'gone: the endpoint responded with 410. failing: for five days every attempt, ten at least, failed. manual: a request disabled it. null: it is enabled.',
  },
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type WebhookEndpoint = Described<typeof webhookEndpointShape>

/** The schema of an endpoint's health: its latest results and numbers of deliveries. */
export const endpointHealthShape = closed({
  lastSuccessAt: { ...nullableTimestamp, description: 'When an attempt last succeeded; null if none has yet.' },
  lastFailureAt: { ...nullableTimestamp, description: 'When an attempt last failed; null if none has yet.' },
  pending: { type: 'integer', minimum: 0, description: 'The number of deliveries with the status pending.' },
  failing24h: { type: 'integer', minimum: 0, description: 'The number of attempts that failed in the last 24 hours.' },
})

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The schema of a delivery: one event for one webhook endpoint. */
export const webhookDeliveryShape = closed({
  id: uuid,
  eventId: {
    ...uuid,
    description: 'The id of the event that is delivered, which each attempt has in the header `webhook-id`.',
  },
  type: text,
  status: {
    enum: deliveryStatuses,
    description:
      'pending: an attempt follows or is in progress. delivered: an attempt succeeded. failed: no attempt is left. cancelled: no attempt follows, because the endpoint was disabled, or the event is no longer kept or may not be delivered.',
  },
  createdAt: timestamp,
  nextAttemptAt: {
    ...nullableTimestamp,
    description:
      'When the next attempt is due; while one is in progress, when it is repeated if its result is lost. null if none follows.',
  },
  attempts: {
    type: 'array',
    items: closed({
      at: timestamp,
      durationMs: { type: 'integer', minimum: 0, description: 'Milliseconds until the response or the failure.' },
      status: { ...nullableNumber, description: 'The HTTP status of the response; null without a response.' },
      error: { ...nullableText, description: 'Why the attempt failed, for humans; null if it succeeded.' },
      response: {
        ...nullableText,
        description:
          "The first KiB of the response's body, in which values of the endpoint's `headers` with six characters or more are replaced by `[header]`; null without a body.",
      },
    }),
    description: 'The attempts, oldest first.',
  },
})

export type WebhookDelivery = Described<typeof webhookDeliveryShape>
