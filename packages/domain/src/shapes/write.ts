import { platforms } from '../platforms.ts'
import { closed, type Described, timestamp, uuid } from '../schema.ts'
import { publishError, publishStatuses } from './publish.ts'

/** The kinds of external writes, as reported to clients. */
export const writeKinds = [
  'publish',
  'reply',
  'comment',
  'message',
  'template',
  'campaign',
  'ad_account',
  'deletion',
] as const

export type WriteKindName = (typeof writeKinds)[number]

export const writeShape = closed({
  id: { ...uuid, description: 'The id of the write; for a publish, its publishId.' },
  kind: {
    enum: writeKinds,
    description:
      'reply: a reply to a comment. comment: a comment on a post. template: a message from an approved template. deletion: the deletion of a post.',
  },
  status: {
    enum: publishStatuses,
    description:
      'published: the write succeeded, whatever its kind. accepted and processing: it is in progress. failed: see error. unknown: the outcome could not be determined; check the account before you send the request again.',
  },
  platform: { enum: platforms },
  accountId: uuid,
  profileId: uuid,
  result: {
    type: ['object', 'null'],
    description:
      'The result of the write, as its operation would have returned it: postIds and permalink of a publish, the comment, providerId of a message, the campaign with its ads. null until it has succeeded, and for a deletion. A comment can have only its id, as on instagram and facebook.',
  },
  error: {
    ...publishError,
    description: `${publishError.description} Also set while a campaign that could not be created is being deleted.`,
  },
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type Write = Described<typeof writeShape>
