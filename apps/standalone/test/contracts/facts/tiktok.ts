import { readCall } from './call-facts.ts'

const api = 'business-api.tiktok.com/open_api/v1.3'
const scopes =
  'user.info.basic,user.info.username,video.list,video.publish,video.upload,comment.list,comment.list.manage,user.info.profile,user.info.stats,user.account.type,user.insights,video.insights'
const signed = 'header: access-token'

/** Calls with the token of an account. */
const ofAccounts: readonly string[] = [
  `accounts.get GET ${api}/business/get/ | query: business_id fields`,
  `accounts.settings GET ${api}/business/video/settings/ | query: business_id`,
  `comments.create POST ${api}/business/comment/create/ | body: business_id text video_id`,
  `comments.create POST ${api}/business/comment/reply/create/ | body: business_id comment_id text video_id`,
  `comments.delete POST ${api}/business/comment/delete/ | body: business_id comment_id`,
  `comments.hide POST ${api}/business/comment/hide/ action=HIDE | body: action business_id comment_id video_id`,
  `comments.hide POST ${api}/business/comment/hide/ action=UNHIDE | body: action business_id comment_id video_id`,
  `comments.like POST ${api}/business/comment/like/ action=LIKE | body: action business_id comment_id video_id`,
  `comments.like POST ${api}/business/comment/like/ action=UNLIKE | body: action business_id comment_id video_id`,
  `comments.list GET ${api}/business/comment/list/ | query: business_id max_count sort_field sort_order status video_id`,
  `comments.replies GET ${api}/business/comment/reply/list/ | query: business_id comment_id max_count sort_field sort_order status video_id`,
  `posts.create POST ${api}/business/photo/publish/ | body: business_id photo_cover_index photo_images post_info post_info.auto_add_music post_info.disable_comment post_info.is_brand_organic post_info.is_branded_content post_info.privacy_level`,
  `posts.create POST ${api}/business/video/publish/ | body: business_id post_info post_info.disable_comment post_info.disable_duet post_info.disable_stitch post_info.is_brand_organic post_info.is_branded_content video_url`,
  `posts.list GET ${api}/business/video/list/ | query: business_id fields filters.video_ids max_count`,
  `posts.status GET ${api}/business/publish/status/ | query: business_id publish_id`,
]

/** Logins, and calls with another proof. */
const others: readonly string[] = [
  // https://business-api.tiktok.com/portal/docs?id=1832184159540418 (read 2026-11-23)
  `authorize GET www.tiktok.com/v2/auth/authorize/ | query: client_key disable_auto_auth=1 redirect_uri response_type=code state scope=${scopes}`,
  `oauth.refresh POST ${api}/tt_user/oauth2/refresh_token/ grant_type=refresh_token | body: client_id client_secret grant_type refresh_token`,
  `oauth.revoke POST ${api}/tt_user/oauth2/revoke/ | body: access_token client_id client_secret`,
  `oauth.token POST ${api}/tt_user/oauth2/token/ grant_type=authorization_code | body: auth_code client_id client_secret grant_type redirect_uri`,
  `properties.list GET ${api}/business/property/list/ | query: app_id secret`,
]

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-23) */
export const tiktokCalls = [...ofAccounts.map((row) => readCall(row, signed)), ...others.map((row) => readCall(row))]
