/** The actions that tests can make a simulated Bluesky user do besides consenting, in the order of the start page. */
export const ACT_NAMES = ['post', 'comment', 'like', 'video-service', 'video-job'] as const

export type ActName = (typeof ACT_NAMES)[number]
