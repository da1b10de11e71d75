/** Without it no Page can be found. */
export const requiredScopes = ['pages_show_list']

/** What publishing and deleting posts takes. @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20) */
export const publishScopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts']

/** Without these a connection stands, and whatever needs them says so when it is used. */
export const optionalScopes = [
  'pages_read_engagement',
  'pages_manage_posts',
  'pages_read_user_content',
  'pages_manage_engagement',
  'pages_manage_metadata',
  'pages_messaging',
  'read_insights',
  'business_management',
  'ads_management',
  'ads_read',
  'leads_retrieval',
  'pages_manage_ads',
]

/** @see https://developers.facebook.com/docs/permissions (read 2026-11-20) */
export const wantedScopes = [...requiredScopes, ...optionalScopes]
