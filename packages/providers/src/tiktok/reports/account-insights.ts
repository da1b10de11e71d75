import type { ReportFields } from '@carillon/domain'
import type { TokenPair } from '../../credentials.ts'
import { booleanOf, type Fields, listOf, numberOf, stringOf, textOf } from '../../json.ts'
import type { Report } from '../../ports/reports.ts'
import { requireScope } from '../client.ts'
import { readAccount } from './account.ts'
import { type FieldsByScope, grantedFields } from './granted-fields.ts'
import { sharesOf } from './shares.ts'

type AccountInsights = ReportFields['tiktok.account-insights']
type Day = AccountInsights['daily'][number]

const fields: FieldsByScope = {
  'user.account.type': ['is_business_account'],
  // The total and the daily figures have the same name, but different scopes.
  'user.info.stats': ['followers_count'],
  'user.insights': [
    'video_views',
    'unique_video_views',
    'profile_views',
    'likes',
    'comments',
    'shares',
    'daily_new_followers',
    'daily_lost_followers',
    'engaged_audience',
    'bio_link_clicks',
    'email_clicks',
    'phone_number_clicks',
    'address_clicks',
    'app_download_clicks',
    'lead_submissions',
    'audience_activity',
    'audience_ages',
    'audience_genders',
    'audience_countries',
    'audience_cities',
  ],
}

function activityOf(items: unknown): Day['activity'] {
  return listOf(items).flatMap((item) => {
    const [hour, count] = [stringOf(item['hour']), numberOf(item['count'])]
    return hour === null || count === null ? [] : [{ hour, count }]
  })
}

function dayOf(metrics: Fields): Day[] {
  const date = textOf(metrics['date'])
  if (date === null) return []
  return [
    {
      date,
      videoViews: numberOf(metrics['video_views']),
      uniqueVideoViews: numberOf(metrics['unique_video_views']),
      profileViews: numberOf(metrics['profile_views']),
      likes: numberOf(metrics['likes']),
      comments: numberOf(metrics['comments']),
      shares: numberOf(metrics['shares']),
      followers: numberOf(metrics['followers_count']),
      newFollowers: numberOf(metrics['daily_new_followers']),
      lostFollowers: numberOf(metrics['daily_lost_followers']),
      engagedAudience: numberOf(metrics['engaged_audience']),
      bioLinkClicks: numberOf(metrics['bio_link_clicks']),
      emailClicks: numberOf(metrics['email_clicks']),
      phoneNumberClicks: numberOf(metrics['phone_number_clicks']),
      addressClicks: numberOf(metrics['address_clicks']),
      appDownloadClicks: numberOf(metrics['app_download_clicks']),
      leadSubmissions: numberOf(metrics['lead_submissions']),
      activity: activityOf(metrics['audience_activity']),
    },
  ]
}

/**
 * Builds the report for the days of `window` (ISO 8601 dates, both inclusive) from `account`, the `data` of TikTok's
 * response to `/business/get/`: the days that it contains, oldest first, and null for a missing metric.
 */
export function accountInsightsOf(
  window: Pick<AccountInsights, 'startDate' | 'endDate'>,
  account: Fields,
): AccountInsights {
  const daily = listOf(account['metrics']).flatMap(dayOf)
  return {
    isBusinessAccount: booleanOf(account['is_business_account']),
    startDate: window.startDate,
    endDate: window.endDate,
    daily: daily.toSorted((one, other) => one.date.localeCompare(other.date, 'en')),
    audience: {
      ages: sharesOf(account['audience_ages'], 'age'),
      genders: sharesOf(account['audience_genders'], 'gender'),
      countries: sharesOf(account['audience_countries'], 'country'),
      cities: sharesOf(account['audience_cities'], 'city_name'),
    },
  }
}

/**
 * Reads the daily metrics and the audience of the account.
 * @throws ProviderError `connection_expired` if `user.insights` was not granted
 */
export const accountInsights: Report<'tiktok', 'account-insights', TokenPair> = async (call, { window }) => {
  requireScope(call, 'user.insights')
  return accountInsightsOf(window, await readAccount(call, grantedFields(call, fields), window))
}
