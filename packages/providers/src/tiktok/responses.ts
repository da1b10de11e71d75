import { type DocumentedResponses, fieldsUnder, noFields, type Responses } from '../drift.ts'

const token = {
  'data.access_token': 'text',
  'data.refresh_token': 'text',
  'data.expires_in': 'count',
  'data.open_id': 'text',
  'data.scope': 'text',
} as const

const comment = {
  comment_id: 'id',
  create_time: 'count',
  'text?': 'text',
  'owner?': 'boolean',
  'likes?': 'count',
  'replies?': 'count',
  'liked?': 'boolean',
  'status?': ['PUBLIC', 'HIDDEN'],
  'username?': 'text',
  'display_name?': 'text',
  'unique_identifier?': 'text',
  'profile_image?': 'text',
  'parent_comment_id?': 'id',
} as const

const page = { 'data.cursor?': 'number', 'data.has_more': 'boolean' } as const

const videoFigures = [
  ...['likes', 'comments', 'shares', 'favorites', 'video_views', 'reach', 'video_duration'],
  ...['total_time_watched', 'average_time_watched', 'full_video_watched_rate', 'new_followers', 'profile_views'],
]

const dayFigures = [
  ...['video_views', 'unique_video_views', 'profile_views', 'likes', 'comments', 'shares', 'followers_count'],
  ...['daily_new_followers', 'daily_lost_followers', 'engaged_audience', 'bio_link_clicks', 'email_clicks'],
  ...['phone_number_clicks', 'address_clicks', 'app_download_clicks', 'lead_submissions'],
]

function numbers(path: string, names: readonly string[]): Record<string, 'number'> {
  return Object.fromEntries(names.map((name) => [`${path}.${name}?`, 'number' as const]))
}

/**
 * The response fields below `data` that the adapter relies on, keyed by operation. Most are optional, because only
 * requested fields are present.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20)
 */
const fields: Responses = {
  'oauth.token': token,
  'oauth.refresh': token,
  'oauth.revoke': noFields,
  'accounts.get': {
    data: 'object',
    'data.username?': 'text',
    'data.display_name?': 'text',
    'data.profile_image?': 'text',
    'data.profile_deep_link?': 'text',
    'data.bio_description?': 'text',
    'data.is_verified?': 'boolean',
    'data.is_business_account?': 'boolean',
    'data.followers_count?': 'number',
    'data.following_count?': 'number',
    'data.total_likes?': 'number',
    'data.videos_count?': 'number',
    'data.metrics?[].date': 'text',
    ...numbers('data.metrics?[]', dayFigures),
    'data.audience_ages?': 'list',
    'data.audience_genders?': 'list',
    'data.audience_countries?': 'list',
    'data.audience_cities?': 'list',
  },
  'accounts.settings': {
    'data.privacy_level_options': 'list',
    'data.privacy_level_options[]': ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'FOLLOWER_OF_CREATOR', 'SELF_ONLY'],
    'data.comment_disabled': 'boolean',
    'data.duet_disabled': 'boolean',
    'data.stitch_disabled': 'boolean',
    'data.max_video_post_duration_sec': 'number',
  },
  'posts.list': {
    'data.videos?[].item_id': 'text',
    'data.videos?[].media_type?': ['VIDEO', 'PHOTO'],
    'data.videos?[].caption?': 'text',
    'data.videos?[].create_time?': 'count',
    'data.videos?[].thumbnail_url?': 'text',
    'data.videos?[].share_url?': 'text',
    'data.videos?[].embed_url?': 'text',
    'data.videos?[].is_ad?': 'boolean',
    ...numbers('data.videos?[]', videoFigures),
    ...page,
  },
  'posts.create': { 'data.share_id': 'text' },
  'posts.status': {
    'data.status': ['PROCESSING_DOWNLOAD', 'PUBLISH_COMPLETE', 'FAILED', 'SEND_TO_USER_INBOX'],
    'data.reason?': 'text',
    'data.post_ids?[]': 'text',
  },
  'properties.list': {
    'data.url_property_info_list?[].property_type': 'number',
    'data.url_property_info_list?[].property_status': 'number',
    'data.url_property_info_list?[].url': 'text',
  },
  'comments.list': {
    'data.comments': 'list',
    ...fieldsUnder('data.comments[]', comment),
    ...fieldsUnder('data.comments[].reply_list?[]', comment),
    ...page,
  },
  'comments.replies': { 'data.comments': 'list', ...fieldsUnder('data.comments[]', comment), ...page },
  'comments.create': { 'data.comment_id': 'id', 'data.create_time?': 'count' },
  'comments.hide': noFields,
  'comments.like': noFields,
  'comments.delete': noFields,
}

/**
 * TikTok's successful responses according to its documentation, keyed by operation: the fields on which the adapter
 * relies. A response that differs is reported as drift.
 * @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-23)
 */
export const tiktokResponses: DocumentedResponses = { fields, reports: ['posts.list'] }
