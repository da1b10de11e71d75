/** Responses of the Business API, written from the shapes its pages document; none was recorded. */

import { loginScopes, scopesFor } from '@carillon/domain'

export const wantedScopes: readonly string[] = scopesFor(loginScopes.tiktok.any)

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20) */
export function ok(data: object = {}) {
  return { code: 0, message: 'OK', request_id: '2026112012000000A1B2C3D4E5F60718', data }
}

/**
 * A rejection comes with HTTP 200. @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read
 * 2026-11-20)
 */
export function rejected(code: number, message = 'Reported by TikTok.') {
  return { code, message, request_id: '2026112012000000A1B2C3D4E5F60718', data: {} }
}

/** @see https://business-api.tiktok.com/portal/docs/accounts-api-authorization/v1.3 (read 2026-11-20) */
export function tokens(over: object = {}) {
  return ok({
    access_token: 'act.first',
    token_type: 'Bearer',
    scope: wantedScopes.join(','),
    expires_in: 86_400,
    refresh_token: 'rft.first',
    refresh_token_expires_in: 31_536_000,
    open_id: 'open-1',
    ...over,
  })
}

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20) */
export const profile = ok({
  display_name: 'Acme',
  profile_image: 'https://p16.example/acme.webp',
  username: 'acme',
})

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20) */
export function settings(over: object = {}) {
  return ok({
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 600,
    ...over,
  })
}

export const shareId = 'v_pub_url~v1.7301234567890123456'

/** @see https://business-api.tiktok.com/portal/docs?id=1742655835568130 (read 2026-11-20) */
export const submitted = ok({ share_id: shareId })

/** @see https://business-api.tiktok.com/portal/docs?id=1743172029620225 (read 2026-11-20) */
export function status(status: string, more: object = {}) {
  return ok({ status, ...more })
}

/** @see https://business-api.tiktok.com/portal/docs/api-reference/v1.3 (read 2026-11-20) */
export function video(id: string, over: object = {}) {
  return {
    item_id: id,
    media_type: 'VIDEO',
    caption: 'Morning',
    thumbnail_url: 'https://p16.example/cover.jpg?x-expires=1795000000',
    share_url: `https://www.tiktok.com/@acme/video/${id}`,
    create_time: '1795176000',
    likes: 3,
    comments: 2,
    shares: 0,
    favorites: 1,
    video_views: 40,
    video_duration: 6,
    ...over,
  }
}

export function videos(list: object[], more: object = {}) {
  return ok({ videos: list, cursor: 1795170000000, has_more: false, ...more })
}
