import { closed, nullableNumber, nullableText, text } from '../schema.ts'
import { nullableBoolean, reportResponse } from './response.ts'

/** The response schema: the profile of an account and its current totals. */
export const tiktokAccountAnalytics = reportResponse('tiktok', {
  profile: closed({
    openId: text,
    username: nullableText,
    displayName: nullableText,
    avatarUrl: nullableText,
    profileDeepLink: nullableText,
    bioDescription: nullableText,
    isVerified: nullableBoolean,
    isBusinessAccount: nullableBoolean,
  }),
  analytics: closed({
    followers: nullableNumber,
    following: nullableNumber,
    likes: nullableNumber,
    videos: nullableNumber,
  }),
})
