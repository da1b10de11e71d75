/** Responses of Instagram and Facebook, written from the shapes their pages document; none was recorded. */

export const scopes = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]

export const facebookScopes = [
  'instagram_basic',
  'pages_show_list',
  'pages_read_engagement',
  'instagram_content_publish',
  'instagram_manage_comments',
  'instagram_manage_messages',
  'pages_manage_metadata',
  'instagram_manage_insights',
  'business_management',
  'ads_read',
]

/**
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 * 2026-11-20)
 */
export function documentedExchange(granted: readonly string[] = scopes) {
  return { data: [{ access_token: 'IGAA.short', user_id: '26012345678901237', permissions: granted.join(',') }] }
}

/** The same as it is seen in use: flat, with an id that no double holds. */
export function flatExchange(granted: readonly string[] = scopes): string {
  return `{"access_token": "IGAA.short", "user_id": 26012345678901237, "permissions": ${JSON.stringify(granted)}}`
}

/**
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login (read
 * 2026-11-20)
 */
export const exchangeRejected = {
  error_type: 'OAuthException',
  code: 400,
  error_message: 'Matching code was not found or was already used',
}

export function longLived(token = 'IGAA.long') {
  return { access_token: token, token_type: 'bearer', expires_in: 5_183_944 }
}

/**
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/get-started (read
 * 2026-11-20)
 */
export const me = {
  id: '26012345678901237',
  user_id: '17841400123456789',
  username: 'lindqvist.bakery',
  name: 'Lindqvist Bakery',
  account_type: 'Business',
  profile_picture_url: 'https://cdn.example/p.jpg',
}

/** @see https://developers.facebook.com/docs/graph-api/reference/user/accounts (read 2026-11-20) */
export function page(id: string, account?: Record<string, unknown>, tasks: string[] = ['MANAGE', 'CREATE_CONTENT']) {
  return {
    id,
    name: `Page ${id}`,
    access_token: `EAA.page.${id}`,
    tasks,
    ...(account && { instagram_business_account: account }),
  }
}

export const linkedAccount = {
  id: '17841400123456789',
  username: 'lindqvist.bakery',
  name: 'Lindqvist Bakery',
  profile_picture_url: 'https://cdn.example/p.jpg',
}

export function permissions(granted: readonly string[], declined: readonly string[] = []) {
  const row = (status: string) => (permission: string) => ({ permission, status })
  return { data: [...granted.map(row('granted')), ...declined.map(row('declined'))] }
}

/** @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20) */
export function container(status_code: string, status = '') {
  return { id: '17889455560051444', status_code, status }
}

/** @see https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-20) */
export function media(id: string, over: Record<string, unknown> = {}) {
  return {
    id,
    caption: 'Rye today',
    media_type: 'IMAGE',
    media_url: `https://cdn.example/${id}.jpg`,
    permalink: `https://www.instagram.com/p/${id}/`,
    timestamp: '2026-11-20T12:00:04+0000',
    like_count: 12,
    comments_count: 3,
    ...over,
  }
}

/** @see https://developers.facebook.com/docs/graph-api/guides/error-handling (read 2026-11-20) */
export function rejection(code: number, subcode?: number, message?: string) {
  return {
    error: {
      message: 'Explained by Graph.',
      type: 'OAuthException',
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(message !== undefined && { error_user_msg: message }),
      fbtrace_id: 'AbCdEf',
    },
  }
}
