import { aggregateShape, deferredFields, postSchemas, postShape, publishShape, uuid } from '@carillon/domain'
import { publishBodyLimit } from '../base64-bound.ts'
import type { Operation } from '../operation.ts'
import { accountFilter, object, platform } from '../parameters.ts'

const posts = aggregateShape({ posts: { type: 'array', items: postShape } })

const deferred = Object.fromEntries(deferredFields.map((field) => [field, 'posts.schedule' as const]))

export const postOperations = {
  'posts.list': {
    method: 'get',
    path: '/posts',
    tag: 'Posts',
    summary: 'List posts',
    description: 'Newest first, read live from every account that is meant. At most 10,000 records.',
    profile: 'required',
    capability: 'posts.list',
    query: accountFilter,
    responses: {
      200: { description: 'Every account was read.', schema: posts },
      207: { description: 'Some accounts failed or the list was cut; see errors.', schema: posts },
    },
    errors: [
      'profile_required',
      'profile_not_found',
      'account_not_found',
      'unsupported_platform',
      'x_billing_required',
      'provider_error',
      'provider_unavailable',
    ],
  },
  'posts.publish': {
    method: 'post',
    path: '/posts',
    tag: 'Posts',
    summary: 'Publish a post',
    description:
      'There is no idempotency key: if a response is lost, look the publish up by X-Request-Id in the list of publishes before you send it again. A publish that takes longer than the wait is answered 202 with status processing and goes on.',
    profile: 'required',
    capability: 'posts.publish',
    fieldCapabilities: deferred,
    variants: postSchemas,
    multipart: 'posts.upload',
    responses: {
      201: { description: 'The network has published the post.', schema: publishShape },
      202: { description: 'Accepted, not yet published; poll its status.', schema: publishShape },
    },
    errors: [
      'profile_not_found',
      'account_not_found',
      'unsupported_platform',
      'unsupported_feature',
      'x_billing_required',
      'connection_expired',
      'provider_not_configured',
      'page_not_selected',
      'missing_permission',
      'invalid_image',
      'invalid_video',
      'invalid_media',
      'privacy_level_unsupported',
      'invalid_post_settings',
      'media_url_unverified',
      'upload_limit_exceeded',
      'provider_rejected',
      'duplicate_post',
      'quota_exhausted',
      'provider_error',
    ],
    bodyLimit: publishBodyLimit(Object.values(postSchemas)),
  },
  'posts.delete': {
    method: 'delete',
    path: '/posts/{postId}',
    tag: 'Posts',
    summary: 'Delete a post',
    description: 'Deletes it on the platform; this cannot be undone.',
    profile: 'required',
    capability: 'posts.delete',
    params: object(
      {
        postId: {
          type: 'string',
          minLength: 1,
          maxLength: 512,
          description: 'As the list of posts or the postIds of a publish have it, percent-encoded.',
        },
      },
      ['postId'],
    ),
    query: object({ platform, accountId: uuid, profileId: uuid }, ['platform', 'accountId']),
    responses: { 204: { description: 'The post is gone.', schema: null } },
    errors: [
      'profile_not_found',
      'account_not_found',
      'not_supported',
      'post_not_found',
      'x_billing_required',
      'connection_expired',
      'provider_not_configured',
      'page_not_selected',
      'missing_permission',
      'provider_rejected',
      'quota_exhausted',
      'provider_error',
    ],
  },
} as const satisfies Record<string, Operation>
