import { platforms } from '../platforms.ts'
import { closed, type Described, errorCode, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

export const publishStatuses = ['accepted', 'processing', 'published', 'failed', 'unknown'] as const
export type PublishStatus = (typeof publishStatuses)[number]

/** The schema of why a publish failed, or how a published post differs from the request. */
export const publishError = {
  type: ['object', 'null'],
  description:
    'Why the publish failed. For a published post: what differs from the request, such as a video that the platform keeps private.',
  properties: { code: errorCode, message: text, details: {} },
  required: ['code', 'message'],
  additionalProperties: false,
} as const

const media = {
  ...closed({
    path: {
      type: 'array',
      items: text,
      description: 'The path of the item in the request: names of fields and indexes of lists.',
    },
    kind: { enum: ['image', 'video', null], description: 'null until an item that was sent by URL has been fetched.' },
    bytes: {
      type: ['integer', 'null'],
      description:
        'Size of the file as it is sent to the platform; null until it has been fetched, or if it was not recorded.',
    },
    thumbnailUrl: {
      ...nullableText,
      description:
        'A small version of an image, valid for one to two hours; a new URL in every response. null for videos, and after the file has been deleted.',
    },
  }),
  'x-name': 'PublishMedia',
} as const

export const publishShape = closed({
  publishId: uuid,
  platform: { enum: platforms },
  accountId: uuid,
  profileId: uuid,
  requestId: { ...text, description: 'The X-Request-Id of the request that created the publish.' },
  status: {
    enum: publishStatuses,
    description:
      'accepted: the platform has received the post and has not published it yet. processing: being published. unknown: the outcome could not be determined; check the account before you send the post again.',
  },
  postIds: {
    type: 'array',
    items: text,
    description: "The platform's own ids of the published posts; for a thread, of each post in order.",
  },
  permalink: nullableText,
  error: publishError,
  text: { ...nullableText, description: 'The text of the post as it was requested, title and description together.' },
  thread: { type: 'array', items: text, description: 'The texts of the posts that follow in a thread.' },
  media: { type: 'array', items: media },
  durationMs: {
    type: ['integer', 'null'],
    description: 'Milliseconds from the request to the end; null while the publish is in progress.',
  },
  createdAt: timestamp,
  updatedAt: timestamp,
})

/**
 * The schema of one attempt of a publish: a call of a network that may have taken effect. `outcome` is null until it is
 * known.
 */
export const attemptShape = closed({
  startedAt: timestamp,
  endedAt: nullableTimestamp,
  step: text,
  outcome: { enum: ['succeeded', 'rejected', 'not_sent', 'indeterminate', 'reconciled', 'absent', null] },
  errorCode: { anyOf: [errorCode, { type: 'null' }] },
})

export const publishWithAttemptsShape = {
  ...publishShape,
  properties: { ...publishShape.properties, attempts: { type: 'array', items: attemptShape } },
  required: [...publishShape.required, 'attempts'],
} as const

export type Publish = Described<typeof publishShape>
export type Attempt = Described<typeof attemptShape>
