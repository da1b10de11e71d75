import { eventObjects, eventTypeNames } from '../events/event-types.ts'
import { platforms } from '../platforms.ts'
import {
  closed,
  type Described,
  errorCode,
  nullableNumber,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
  uuid,
} from '../schema.ts'

const nullableUuid = { type: ['string', 'null'], format: 'uuid' } as const
const nullablePlatform = { enum: [...platforms, null] } as const

/** The fields that every event has, except for its `data`. */
export const eventFields = {
  id: { ...uuid, description: 'The same in the feed and in every delivery; ids are never used twice.' },
  type: { enum: eventTypeNames },
  timestamp: { ...timestamp, description: 'When it happened.' },
  profileId: { ...nullableUuid, description: 'null if the event belongs to no profile.' },
  accountId: { ...nullableUuid, description: 'null if the event belongs to no account.' },
  platform: { ...nullablePlatform, description: 'null if the event belongs to no platform.' },
  sequence: {
    type: 'integer',
    minimum: 0,
    description: 'Grows with each event of the same object. An event with a smaller one than the last is out of date.',
  },
  object: closed({ type: { enum: eventObjects }, id: { ...text, description: "The API's id of the object." } }),
  apiVersion: { const: 'v1' },
} as const

/** Present only in an event whose `data` was too long. */
export const truncatedField = {
  const: true,
  description: 'Texts in `data` were cut, because it would have exceeded 64 KiB; omitted otherwise.',
} as const

/** A post that was deleted through the API. */
export const deletedPostShape = closed({
  postId: text,
  publishId: { ...nullableUuid, description: 'The publish that made the post; null if it was made elsewhere.' },
})

/** A message template as far as the platform reports it when it decides on it. */
export const messageTemplateShape = closed({
  name: text,
  language: nullableText,
  status: { ...text, description: 'In lower case, such as approved, rejected or paused.' },
  category: { ...nullableText, description: 'In lower case; null if the platform does not report it.' },
})

/** A campaign that could not be created. */
export const failedCampaignShape = closed({
  name: text,
  adAccountId: text,
  requestId: { ...text, description: 'The X-Request-Id of the request.' },
  error: {
    type: 'object',
    properties: { code: errorCode, message: text, details: {} },
    required: ['code', 'message'],
    additionalProperties: false,
  },
})

/** A quota that is used up. */
export const exhaustedQuotaShape = closed({
  quota: { ...text, description: 'Such as youtube.units.' },
  platform: { enum: platforms },
  accountId: { ...nullableUuid, description: 'null if all accounts of this deployment share the quota.' },
  limit: { ...nullableNumber, description: 'null if the platform does not report it.' },
  used: { ...nullableNumber, description: 'null if it is not known.' },
  resetsAt: { ...nullableTimestamp, description: 'null if it is not known.' },
})

export const pingShape = closed({ message: text })

export type DeletedPost = Described<typeof deletedPostShape>
export type MessageTemplate = Described<typeof messageTemplateShape>
export type FailedCampaign = Described<typeof failedCampaignShape>
export type Ping = Described<typeof pingShape>
export type ExhaustedQuota = Described<typeof exhaustedQuotaShape>
