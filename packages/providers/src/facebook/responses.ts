import { type DocumentedResponses, fieldsUnder, noFields, type Responses } from '../drift.ts'
import { loginResponses, messageResponses, subscriptionResponses } from '../meta/responses.ts'
import { adsResponses } from './ads-responses.ts'

const post = {
  id: 'id',
  'message?': 'text',
  'story?': 'text',
  'created_time?': 'time',
  'permalink_url?': 'text',
  'full_picture?': 'text',
  'attachments?.data[].media_type?': 'text',
  'shares?.count': 'count',
  'reactions?.summary.total_count': 'count',
  'comments?.summary.total_count': 'count',
} as const

const comment = {
  id: 'id',
  created_time: 'time',
  'message?': 'text',
  'from?.id?': 'id',
  'from?.name?': 'text',
  'like_count?': 'count',
  'is_hidden?': 'boolean',
  'parent?.id': 'id',
} as const

/**
 * The response fields that the adapter relies on, keyed by operation.
 * @see https://developers.facebook.com/docs/graph-api/reference (read 2026-11-20)
 */
const fields: Responses = {
  ...loginResponses,
  ...messageResponses,
  ...subscriptionResponses,
  ...adsResponses,
  // Returns the user, the Page, or only the Page's token; all of them have an `id`.
  'accounts.get': {
    id: 'id',
    'name?': 'text',
    'username?': 'text',
    'category?': 'text',
    'link?': 'text',
    'access_token?': 'text',
    'picture?.data.url': 'text',
  },
  'posts.list': { data: 'list', ...fieldsUnder('data[]', post) },
  'reels.list': {
    data: 'list',
    'data[].id': 'id',
    'data[].post_id?': 'id',
    'data[].description?': 'text',
    'data[].created_time': 'time',
    'data[].permalink_url': 'text',
    'data[].picture?': 'text',
    'data[].views?': 'count',
    'data[].likes?.summary.total_count': 'count',
    'data[].comments?.summary.total_count': 'count',
  },
  'posts.get': {
    ...post,
    'from?.id': 'id',
    'is_published?': 'boolean',
    'promotable_id?': 'id',
    'attachments?.data[].target?.id?': 'id',
    'attachments?.data[].subattachments?.data[].target?.id?': 'id',
    'post_id?': 'id',
  },
  'posts.create': { id: 'id' },
  'posts.delete': noFields,
  'media.upload': { 'id?': 'id', 'success?': 'boolean' },
  'media.delete': noFields,
  // `readVideoStatus` lists the values of each phase beside their meaning.
  'media.status': { status: 'object' },
  // Each upload phase has its own fields.
  'videos.publish': {
    'video_id?': 'id',
    'upload_session_id?': 'id',
    'start_offset?': 'count',
    'end_offset?': 'count',
    'success?': 'boolean',
  },
  'reels.publish': { 'video_id?': 'id', 'upload_url?': 'text', 'success?': 'boolean', 'post_id?': 'id' },
  'comments.list': {
    data: 'list',
    ...fieldsUnder('data[]', comment),
    ...fieldsUnder('data[].comments?.data[]', comment),
  },
  'comments.replies': { data: 'list', ...fieldsUnder('data[]', comment) },
  'comments.get': {
    id: 'id',
    'is_hidden?': 'boolean',
    'can_hide?': 'boolean',
    'from?.id?': 'id',
    'parent?.id': 'id',
    'object?.id': 'id',
  },
  'comments.create': { id: 'id' },
  'comments.hide': noFields,
  'comments.delete': noFields,
  'insights.get': {
    data: 'list',
    'data[].name': 'text',
    'data[].values?[].value?': 'number',
    'data[].values?[].end_time?': 'time',
  },
}

/**
 * The documented fields of successful responses of the Graph API for Facebook Pages and ads, keyed by operation, and
 * the headers that report rate limits. Responses are compared with them, and differences are reported as drift.
 * @see https://developers.facebook.com/docs/marketing-api/overview/rate-limiting (read 2026-11-23)
 */
export const facebookResponses: DocumentedResponses = {
  fields,
  limitHeaders: [{ of: /^ads\./, oneOf: ['x-business-use-case-usage', 'x-ad-account-usage', 'x-app-usage'] }],
  reports: ['insights.get', 'ads.insights.list', 'ads.report.rows'],
}
