/**
 * The permissions that Facebook's dialog knows. A request for another permission gets an error page.
 * @see https://developers.facebook.com/docs/permissions (read 2026-11-20)
 */
export const FACEBOOK_SCOPES = [
  'public_profile',
  'email',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_read_user_content',
  'pages_manage_posts',
  'pages_manage_engagement',
  'pages_manage_metadata',
  'pages_manage_ads',
  'pages_messaging',
  'read_insights',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_messages',
  'instagram_manage_insights',
  'ads_management',
  'ads_read',
  'leads_retrieval',
  'whatsapp_business_management',
  'whatsapp_business_messaging',
  'publish_video',
]

/**
 * The permissions that Instagram's dialog knows.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read 2026-11-20)
 */
export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

/** A configuration of Facebook Login for Business: the permissions that its `config_id` requests instead of `scope`. */
export const LOGIN_CONFIGURATION = {
  id: '700800900100200',
  scopes: FACEBOOK_SCOPES.filter((scope) => !scope.startsWith('whatsapp') && scope !== 'publish_video'),
}
