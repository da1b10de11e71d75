/** What users do on this network besides consenting, in the order in which the start page lists it. */
export const ACT_NAMES = ['post', 'comment', 'like', 'video-service', 'video-job'] as const

export type ActName = (typeof ACT_NAMES)[number]
