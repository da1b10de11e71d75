/** Everything that some operation needs. None is indispensable: an account that lacks one can do the rest. */
export const wantedScopes = [
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

export type Scope = (typeof wantedScopes)[number]
