/**
 * The actions of the simulated Bluesky that tests trigger, in the order of the start page: the first three are those of
 * a user, `video-service` sets the maximum size of an upload in a single call, and `video-job` the outcome of the next
 * video.
 */
export const ACT_NAMES = ['post', 'comment', 'like', 'video-service', 'video-job'] as const

export type ActName = (typeof ACT_NAMES)[number]
