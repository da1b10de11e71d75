/** All scopes that an app can request. An authorization that requests any other scope fails as a whole. */
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

/** The scope that is granted even if it is not requested. */
export const basicScope = 'user.info.basic'
