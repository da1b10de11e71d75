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

/** The schemas of the fields that every event has, except for `data`. */
export const eventFields = {
  id: { ...uuid, description: 'The id of the event, which is the same in `GET /events` and in every delivery.' },
  type: { enum: eventTypeNames },
  timestamp: {
    ...timestamp,
    description: 'When the change happened that the event reports or, if that is not known, when Carillon noticed it.',
  },
  profileId: { ...nullableUuid, description: 'The profile of the object; null if the event belongs to no profile.' },
  accountId: { ...nullableUuid, description: 'The account of the object; null if the event belongs to no account.' },
  platform: {
    ...nullablePlatform,
    description: 'The platform of the object; null if the event belongs to no platform.',
  },
  sequence: {
    type: 'integer',
    minimum: 0,
    description:
      'Grows with each event of the same object, and begins at 1 again after 400 days without one. An event with a smaller sequence than one that you have read about this object in the last 400 days is out of date.',
  },
  object: closed({
    type: { enum: eventObjects },
    id: {
      ...text,
      description:
        'Identifies the object, such as the publishId of a publish. The schema of each type of event says what it is.',
    },
  }),
  apiVersion: { const: 'v1' },
} as const

/** The schema of `truncated`, which is present only if `data` was too large. */
export const truncatedField = {
  const: true,
  description:
    'Strings in `data` were cut, and its lists to 50 items if that was not enough, because `data` would have exceeded 64 KiB; omitted otherwise.',
} as const

/** The schema of the `data` of the event `post.deleted`: the ids of a post that was deleted through the API. */
export const deletedPostShape = closed({
  postId: { ...text, description: "The platform's id of the post." },
  publishId: {
    ...nullableUuid,
    description:
      'The id of the publish that made the post; null if the account has none, such as if Carillon did not publish it.',
  },
})

/** The schema of a message template as a network reports its new status. */
export const messageTemplateShape = closed({
  name: text,
  language: nullableText,
  status: { ...text, description: 'The new status in lower case, such as approved, rejected or paused.' },
  category: { ...nullableText, description: 'The category in lower case; null if the platform does not report it.' },
})

/** The schema of a campaign that could not be created. */
export const failedCampaignShape = closed({
  name: text,
  adAccountId: { ...text, description: 'The id of the ad account, with `act_`.' },
  requestId: { ...text, description: 'The X-Request-Id of the request that was to create the campaign.' },
  error: {
    type: 'object',
    properties: { code: errorCode, message: text, details: {} },
    required: ['code', 'message'],
    additionalProperties: false,
  },
})

/** The schema of a quota that is used up. */
export const exhaustedQuotaShape = closed({
  quota: { ...text, description: 'The name of the quota, such as youtube.units.' },
  platform: { enum: platforms },
  accountId: {
    ...nullableUuid,
    description: 'The account whose quota it is; null if all accounts of this deployment share it.',
  },
  limit: {
    ...nullableNumber,
    description: 'The number of units per day; null if the platform does not report it.',
  },
  used: {
    ...nullableNumber,
    description: 'The units that are used up: the limit, even if a few are left; null if they are not known.',
  },
  resetsAt: { ...nullableTimestamp, description: 'When the quota is reset; null if it is not known.' },
})

export const pingShape = closed({ message: text })

export type DeletedPost = Described<typeof deletedPostShape>
export type MessageTemplate = Described<typeof messageTemplateShape>
export type FailedCampaign = Described<typeof failedCampaignShape>
export type Ping = Described<typeof pingShape>
export type ExhaustedQuota = Described<typeof exhaustedQuotaShape>
