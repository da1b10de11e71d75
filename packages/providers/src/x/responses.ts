import { type DocumentedResponses, noFields, type Responses } from '../drift.ts'

const processing = {
  'data.processing_info?.state': ['pending', 'in_progress', 'succeeded', 'failed'],
  'data.processing_info?.check_after_secs?': 'number',
} as const

/**
 * The response fields that the adapter relies on, keyed by operation.
 * @see https://docs.x.com/x-api (read 2026-11-20)
 */
const fields: Responses = {
  'oauth.token': { access_token: 'text', 'refresh_token?': 'text', expires_in: 'count', 'scope?': 'text' },
  'oauth.refresh': { access_token: 'text', 'refresh_token?': 'text', expires_in: 'count', 'scope?': 'text' },
  'oauth.revoke': noFields,
  'users.me': { 'data.id': 'text', 'data.username': 'text', 'data.name': 'text', 'data.profile_image_url?': 'text' },
  // An empty page has no `data`.
  'posts.list': {
    'data?[].id': 'text',
    'data?[].text': 'text',
    'data?[].created_at': 'time',
    'data?[].attachments?.media_keys?': 'list',
    'data?[].in_reply_to_user_id?': 'text',
    'data?[].public_metrics.like_count': 'number',
    'data?[].public_metrics.reply_count': 'number',
    'data?[].public_metrics.retweet_count?': 'number',
    'data?[].public_metrics.repost_count?': 'number',
    'data?[].public_metrics.impression_count?': 'number',
    'data?[].public_metrics.bookmark_count?': 'number',
    'data?[].public_metrics.quote_count': 'number',
    'includes?.media?[].media_key': 'text',
    'includes?.media?[].type': ['photo', 'video', 'animated_gif'],
    'meta.result_count': 'number',
    'meta.next_token?': 'text',
  },
  'posts.create': { 'data.id': 'text' },
  'posts.delete': { 'data.deleted': 'boolean' },
  'media.initialize': { 'data.id': 'text', 'data.media_key?': 'text', ...processing },
  'media.append': noFields,
  'media.finalize': { 'data.id': 'text', 'data.media_key?': 'text', ...processing },
  'media.status': { 'data.id?': 'text', ...processing },
}

/**
 * X's successful responses according to its documentation, keyed by operation: the fields on which the adapter relies,
 * status codes other than 200 and the headers of rate limits. A response that differs is reported as drift.
 * @see https://docs.x.com/x-api/fundamentals/rate-limits (read 2026-11-23)
 */
export const xResponses: DocumentedResponses = {
  fields,
  statuses: { 'posts.create': [201] },
  limitHeaders: [
    { of: /^(?!oauth\.)/, oneOf: ['x-rate-limit-remaining'] },
    { of: /^(?!oauth\.)/, oneOf: ['x-rate-limit-reset'] },
  ],
}
