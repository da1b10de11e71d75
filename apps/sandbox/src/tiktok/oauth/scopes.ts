/** All scopes that an app can request. One unlisted scope fails the whole authorization. */
export const scopes = [
  'user.info.basic',
  'user.info.username',
  'user.info.profile',
  'user.info.stats',
  'user.account.type',
  'user.insights',
  'video.list',
  'video.insights',
  'video.publish',
  'video.upload',
  'comment.list',
  'comment.list.manage',
] as const

/** Granted whether or not it is asked for. */
export const basicScope = 'user.info.basic'
