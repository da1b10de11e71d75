import { platforms } from '../platforms.ts'
import { closed, type Described, errorCode, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

export const publishStatuses = ['accepted', 'processing', 'published', 'failed', 'unknown'] as const
export type PublishStatus = (typeof publishStatuses)[number]

/** The schema of why a publish failed, or how a published post differs from the request. */
export const publishError = {
  type: ['object', 'null'],
  description:
    'Why the status is failed or unknown. For a published post: what differs from the request, such as a video that the platform keeps private. Otherwise null.',
  properties: {
    code: errorCode,
    message: text,
    details: { description: 'As in an error response with this code; omitted if there are none.' },
  },
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
    kind: {
      enum: ['image', 'video', null],
      description:
        'Whether the item is an image or a video; null if this is not known, because the item was given as a URL that has not been fetched, or its type was not recorded. Files are recorded once all files of the post have been fetched.',
    },
    bytes: {
      type: ['integer', 'null'],
      description:
        'The size in bytes of the file that is sent to the platform or, until it has been converted, of the file that was received; null until all files of the post that were sent by URL have been fetched, or if the size was not recorded.',
    },
    thumbnailUrl: {
      ...nullableText,
      description:
        'The URL of a small version of an image; read the publish again for a new one. It works for at most two hours, ends with the stored file, and gives 404 for an animated image. null for videos, if `kind` is null, and if the file has not been fetched yet or was deleted after the publish had ended. It also gives 404 if the files of an unknown publish were deleted before it was decided.',
    },
  }),
  'x-name': 'PublishMedia',
} as const

export const publishShape = closed({
  publishId: uuid,
  platform: { enum: platforms },
  accountId: uuid,
  profileId: uuid,
  requestId: {
    ...text,
    description: 'The X-Request-Id of the request that created the publish, or the schedule that became the publish.',
  },
  status: {
    enum: publishStatuses,
    description:
      'processing: Carillon is publishing the post. accepted: the platform has received the post and has not published it yet. published: the platform has published the post, or has processed the video (youtube, also before its publish_at), or has sent a draft to the user (tiktok). failed: the post was not published; of a thread, the posts in postIds can have been. unknown: the outcome could not be determined; check the account before you send the post again.',
  },
  postIds: {
    type: 'array',
    items: text,
    description:
      "The platform's own ids of the posts that are known to have been created, more than one for a thread, the first post first; empty if they are not known yet, or never, as those of TikTok drafts.",
  },
  permalink: { ...nullableText, description: 'The URL of the (first) post; null if it is not known.' },
  error: publishError,
  text: {
    ...nullableText,
    description:
      'The text of the post as it was requested; on youtube and tiktok the title and the description, joined by a blank line. Without the title of a facebook video. null if the request has no text.',
  },
  thread: {
    type: 'array',
    items: text,
    description: 'For a thread, the texts of the posts after the first one, in order; otherwise empty.',
  },
  media: { type: 'array', items: media },
  durationMs: {
    type: ['integer', 'null'],
    description:
      'Milliseconds from the request, or from the time at which its schedule was due or released (or was taken, if that was an hour or more after it was due), to the last change of its status; null while it is in progress.',
  },
  createdAt: timestamp,
  updatedAt: timestamp,
})

/**
 * The schema of one attempt of a publish: a call to a network that may have taken effect. `outcome` is null until the
 * outcome is known. If the outcome was not certain, `reconciled` and `absent` mean that it was found later that the
 * call had taken effect, or had not.
 */
export const attemptShape = closed({
  startedAt: timestamp,
  endedAt: nullableTimestamp,
  step: { ...text, description: 'The name of the step, such as publish or, of a thread on x, post[1].' },
  outcome: {
    enum: ['succeeded', 'rejected', 'not_sent', 'indeterminate', 'reconciled', 'absent', null],
    description:
      'succeeded, rejected: as the platform responded. not_sent: the call did not reach the platform. indeterminate: it is not known whether the call took effect. reconciled, absent: the outcome was not certain, and Carillon, a client or an operator found later that the call had, or had not, taken effect. null: not known yet.',
  },
  errorCode: { anyOf: [errorCode, { type: 'null' }] },
})

export const publishWithAttemptsShape = {
  ...publishShape,
  properties: { ...publishShape.properties, attempts: { type: 'array', items: attemptShape } },
  required: [...publishShape.required, 'attempts'],
} as const

export type Publish = Described<typeof publishShape>
export type Attempt = Described<typeof attemptShape>
