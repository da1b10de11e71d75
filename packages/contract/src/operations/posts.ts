import {
  aggregateShape,
  deferredFields,
  type JSONSchema,
  limits,
  postSchemas,
  postShape,
  publishShape,
  uuid,
} from '@carillon/domain'
import type { Operation } from '../operation.ts'
import { accountFilter, object, platform } from '../parameters.ts'

const posts = aggregateShape('posts', postShape)

/** Characters of base64 that a body of this schema can hold at the most, by its own bounds. */
function longestBase64(schema: JSONSchema): number {
  if (typeof schema !== 'object') return 0
  if (schema.contentEncoding === 'base64') return schema.maxLength ?? 0
  const own = Object.values(schema.properties ?? {}).reduce<number>((sum, part) => sum + longestBase64(part), 0)
  const items = typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : undefined
  const listed = items ? (schema.maxItems ?? 1) * longestBase64(items as JSONSchema) : 0
  return own + listed + Math.max(0, ...(schema.oneOf ?? []).map(longestBase64))
}

const deferred = Object.fromEntries(deferredFields.map((field) => [field, 'posts.schedule' as const]))

export const postOperations = {
  'posts.list': {
    method: 'get',
    path: '/posts',
    tag: 'Posts',
    summary: 'List posts',
    description: 'Newest first, read live from every account that is meant. At most 10,000 records.',
    addressing: 'required',
    capability: 'posts.list',
    query: accountFilter,
    responses: {
      200: { description: 'Every account answered.', schema: posts },
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
      'There is no idempotency key: when an answer is lost, look it up by X-Request-Id in the list of publishes before sending again. A publish that takes longer than the wait is answered 202 with status processing and goes on.',
    addressing: 'required',
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
      'unsupported_media_type',
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
      'temporarily_unavailable',
    ],
    bodyLimit: limits.bodyBytes + Math.max(...Object.values(postSchemas).map(longestBase64)),
  },
  'posts.delete': {
    method: 'delete',
    path: '/posts/{postId}',
    tag: 'Posts',
    summary: 'Delete a post',
    addressing: 'required',
    capability: 'posts.delete',
    params: object({ postId: { type: 'string', minLength: 1, maxLength: 512 } }, ['postId']),
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
      'quota_exhausted',
      'provider_error',
      'temporarily_unavailable',
    ],
  },
} as const satisfies Record<string, Operation>
