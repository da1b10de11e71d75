/**
 * The scopes that an app can request.
 * @see https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (read 2026-11-20)
 */
export const SCOPES: readonly string[] = [
  'tweet.read',
  'tweet.write',
  'tweet.moderate.write',
  'users.email',
  'users.read',
  'follows.read',
  'follows.write',
  'offline.access',
  'space.read',
  'mute.read',
  'mute.write',
  'like.read',
  'like.write',
  'list.read',
  'list.write',
  'block.read',
  'block.write',
  'bookmark.read',
  'bookmark.write',
  'dm.read',
  'dm.write',
  'media.write',
]
