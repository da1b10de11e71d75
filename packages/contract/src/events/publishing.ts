import { type DeletedPost, deletedPostShape, type Publish, publishShape } from '@carillon/domain'
import { eventRow } from './event-row.ts'
import { sampleAccountId, samplePostUri, sampleProfileId, samplePublish } from './samples.ts'

const subject = { profileId: sampleProfileId, accountId: sampleAccountId, platform: 'bluesky' } as const
const ofPublish = { ...subject, objectId: samplePublish.publishId } as const
const withoutPost = { ...samplePublish, postIds: [], permalink: null }

export const publishingEvents = {
  'publish.accepted': eventRow<Publish>({
    description:
      'The platform has received the post and has not published it yet. publish.published, publish.failed or publish.unknown follows.',
    data: publishShape,
    example: { ...ofPublish, data: { ...withoutPost, status: 'accepted', durationMs: null } },
  }),
  'publish.published': eventRow<Publish>({
    description: 'The publish has ended with the status published.',
    data: publishShape,
    example: { ...ofPublish, data: samplePublish },
  }),
  'publish.failed': eventRow<Publish>({
    description: 'The post, or a part of a thread, could not be published; see error and postIds.',
    data: publishShape,
    example: {
      ...ofPublish,
      data: {
        ...withoutPost,
        status: 'failed',
        error: { code: 'provider_rejected', message: 'The platform rejected the post.' },
      },
    },
  }),
  'publish.unknown': eventRow<Publish>({
    description: 'The outcome of a publish could not be determined; check the account before you send the post again.',
    data: publishShape,
    example: {
      ...ofPublish,
      data: {
        ...withoutPost,
        status: 'unknown',
        error: { code: 'provider_error', message: 'It is not known whether the post was published.' },
      },
    },
  }),
  'publish.resolved': eventRow<Publish>({
    description: 'The outcome of a publish that was unknown has been decided; see status.',
    data: publishShape,
    example: { ...ofPublish, data: samplePublish },
  }),
  'post.deleted': eventRow<DeletedPost>({
    description: 'A post was deleted through the API. A deletion on the platform itself raises no event.',
    data: deletedPostShape,
    example: {
      ...subject,
      objectId: samplePostUri,
      data: { postId: samplePostUri, publishId: samplePublish.publishId },
    },
  }),
}
