import { type DocumentedResponses, fieldsUnder, noFields, type Responses } from '../drift.ts'
import { loginResponses, messageResponses, subscriptionResponses } from '../meta/responses.ts'

const media = {
  id: 'id',
  'media_type?': ['IMAGE', 'VIDEO', 'CAROUSEL_ALBUM'],
  'media_url?': 'text',
  'thumbnail_url?': 'text',
  'permalink?': 'text',
  'timestamp?': 'time',
  'caption?': 'text',
  'like_count?': 'count',
  'comments_count?': 'count',
} as const

/**
 * The response fields of a comment. Only the account's own comments have `user`; `from` and `username` are present
 * where Instagram reports them.
 */
const comment = {
  id: 'id',
  timestamp: 'time',
  'text?': 'text',
  'username?': 'text',
  'from?.id?': 'id',
  'from?.username?': 'text',
  'user?.id': 'id',
  'like_count?': 'count',
  'hidden?': 'boolean',
  'parent_id?': 'id',
} as const

/**
 * The response fields that the adapter relies on, keyed by operation.
 * @see https://developers.facebook.com/documentation/instagram-platform (read 2026-11-20)
 */
const fields: Responses = {
  ...loginResponses,
  ...messageResponses,
  ...subscriptionResponses,
  // Either flat or as the only item of `data`.
  'oauth.token': { 'access_token?': 'text', 'data?[].access_token': 'text' },
  'oauth.refresh': { access_token: 'text', expires_in: 'number' },
  'accounts.get': {
    'user_id?': 'id',
    'username?': 'text',
    'name?': 'text',
    'profile_picture_url?': 'text',
    'data?[].user_id': 'id',
    'data?[].username': 'text',
  },
  'pages.get': { id: 'id', 'access_token?': 'text' },
  'posts.list': { data: 'list', ...fieldsUnder('data[]', media) },
  'posts.get': { ...media, 'owner?.id': 'id' },
  'posts.create': { id: 'id' },
  'media.create': { id: 'id' },
  'media.status': { status_code: ['ERROR', 'IN_PROGRESS', 'FINISHED', 'EXPIRED', 'PUBLISHED'], 'status?': 'text' },
  'quota.get': { 'data[].quota_usage': 'count', 'data[].config?.quota_total': 'count' },
  'comments.list': {
    data: 'list',
    ...fieldsUnder('data[]', comment),
    ...fieldsUnder('data[].replies?.data[]', comment),
  },
  'comments.replies': { data: 'list', ...fieldsUnder('data[]', comment) },
  'comments.get': { id: 'id', 'parent_id?': 'id', 'hidden?': 'boolean', 'media?.id': 'id', 'username?': 'text' },
  'comments.create': { id: 'id' },
  'comments.hide': noFields,
  'comments.delete': noFields,
  'insights.get': {
    data: 'list',
    'data[].name': 'text',
    'data[].period?': 'text',
    'data[].total_value?.value?': 'number',
  },
}

/**
 * The documented fields of Instagram's successful responses, keyed by operation. Responses are compared with them, and
 * differences are reported as drift.
 * @see https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights (read 2026-11-23)
 */
export const instagramResponses: DocumentedResponses = { fields, reports: ['insights.get'] }
