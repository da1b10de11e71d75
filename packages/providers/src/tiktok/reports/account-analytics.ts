import type { ReportFields } from '@carillon/domain'
import type { TokenPair } from '../../credentials.ts'
import { booleanOf, type Fields, numberOf, stringOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import { namesOf } from '../profile.ts'
import { readAccount } from './account.ts'
import { type FieldsByScope, grantedFields } from './granted-fields.ts'

type AccountAnalytics = ReportFields['tiktok.account-analytics']

const fields: FieldsByScope = {
  'user.info.basic': ['display_name', 'profile_image'],
  'user.info.username': ['username'],
  'user.info.profile': ['profile_deep_link', 'bio_description', 'is_verified'],
  'user.info.stats': ['followers_count', 'following_count', 'total_likes', 'videos_count'],
  'user.account.type': ['is_business_account'],
}

/**
 * Builds the report from `account`, the `data` of TikTok's response to `/business/get/`; a missing field gives null.
 * `openId` is TikTok's id of the account.
 */
export function accountAnalyticsOf(openId: string, account: Fields): AccountAnalytics {
  return {
    profile: {
      openId,
      username: stringOf(account['username']),
      displayName: stringOf(account['display_name']),
      avatarUrl: stringOf(account['profile_image']),
      profileDeepLink: stringOf(account['profile_deep_link']),
      bioDescription: stringOf(account['bio_description']),
      isVerified: booleanOf(account['is_verified']),
      isBusinessAccount: booleanOf(account['is_business_account']),
    },
    analytics: {
      followers: numberOf(account['followers_count']),
      following: numberOf(account['following_count']),
      likes: numberOf(account['total_likes']),
      videos: numberOf(account['videos_count']),
    },
  }
}

/**
 * Reads the profile and the totals of the account. Fields whose scope was not granted are null; without any of the
 * scopes, no call is made. Stores the account's names (`noteNames`).
 */
export const accountAnalytics: Report<'tiktok', 'account-analytics', TokenPair> = async (call) => {
  const account = await readAccount(call, grantedFields(call, fields))
  await call.noteNames?.(namesOf(account))
  return accountAnalyticsOf(call.account.providerId, account)
}
