import { addDays, utcCalendar } from '../../figures/calendar.ts'
import { uniqueOf } from '../../figures/growth.ts'
import { pick } from '../../figures/shares.ts'
import type { Person } from '../people.ts'
import { audience, split } from './audience.ts'
import { dayComments, dayCount, followerChange, followersAfter, postCount, postsOf, type View } from './counts.ts'

type Profile = { scope: string; read(person: Person, view: View): unknown }

/** The profile fields in the response of `/business/get/`, keyed by name, with the scope that each requires. */
export const profileFields: Record<string, Profile> = {
  display_name: { scope: 'user.info.basic', read: ({ displayName }) => displayName },
  profile_image: {
    scope: 'user.info.basic',
    read: ({ handle }) => `https://p16.tiktokcdn.example/${handle}.webp`,
  },
  username: { scope: 'user.info.username', read: ({ handle }) => handle },
  profile_deep_link: { scope: 'user.info.profile', read: ({ handle }) => `https://vm.tiktok.example/${handle}` },
  bio_description: { scope: 'user.info.profile', read: ({ bio }) => bio },
  is_verified: { scope: 'user.info.profile', read: ({ verified }) => verified },
  is_business_account: { scope: 'user.account.type', read: ({ business }) => business },
  following_count: { scope: 'user.info.stats', read: ({ following }) => following },
  followers_count: {
    scope: 'user.info.stats',
    read: (person, view) => followersAfter(person, view, addDays(utcCalendar.dayOf(view.now), -1)),
  },
  total_likes: { scope: 'user.info.stats', read: likesOf },
  videos_count: { scope: 'user.info.stats', read: (person, { store }) => postsOf(person, store).length },
}

function likesOf(person: Person, { store, figures, now }: View): number {
  return postsOf(person, store).reduce((sum, post) => sum + postCount(post, 'likes', { figures, at: now }), 0)
}

type Who = (person: Person) => boolean
const everybody: Who = () => true
const business: Who = (person) => person.business
const registered: Who = (person) => person.registeredBusiness
/** Returns whether an account has at least 100 followers, the minimum for metrics of its audience. */
const grown: Who = (person) => person.followers >= 100

interface DayView {
  view: View
  day: string
}

interface Daily {
  who: Who
  read(person: Person, at: DayView): unknown
}

function clicks(name: string, max: number): Daily {
  return { who: registered, read: ({ openId }, { day }) => pick(`${openId} ${day} ${name}`, max) }
}

function reactions(person: Person, at: DayView): number {
  return dayCount(person, 'likes', at) + dayCount(person, 'shares', at) + dayComments(person, at.view, at.day)
}

function activity({ openId, followers }: Person, { day }: DayView) {
  return Array.from({ length: 24 }, (_, hour) => ({
    hour: String(hour),
    count: pick(`${openId} ${day} active ${hour}`, followers),
  }))
}

/**
 * The fields of each day in `metrics` of `/business/get/`, keyed by name. `who` returns whether an account has the
 * field. Daily values add up over several days, except `unique_video_views`, `engaged_audience`, `followers_count` and
 * `audience_activity`.
 */
export const dailyFields: Record<string, Daily> = {
  video_views: { who: everybody, read: (person, at) => dayCount(person, 'video_views', at) },
  unique_video_views: {
    who: business,
    read: (person, at) => uniqueOf(dayCount(person, 'video_views', at), person.followers * 2),
  },
  profile_views: { who: everybody, read: (person, at) => dayCount(person, 'profile_views', at) },
  likes: { who: everybody, read: (person, at) => dayCount(person, 'likes', at) },
  comments: { who: everybody, read: (person, { view, day }) => dayComments(person, view, day) },
  shares: { who: everybody, read: (person, at) => dayCount(person, 'shares', at) },
  followers_count: { who: everybody, read: (person, { view, day }) => followersAfter(person, view, day) },
  daily_total_followers: {
    who: business,
    read(person, { day }) {
      const { gained, lost } = followerChange(person, day)
      return gained - lost
    },
  },
  daily_new_followers: { who: business, read: (person, { day }) => followerChange(person, day).gained },
  daily_lost_followers: { who: business, read: (person, { day }) => followerChange(person, day).lost },
  engaged_audience: { who: business, read: (person, at) => uniqueOf(reactions(person, at), person.followers) },
  audience_activity: { who: (person) => business(person) && grown(person), read: activity },
  bio_link_clicks: clicks('bio', 30),
  email_clicks: clicks('email', 5),
  phone_number_clicks: clicks('phone', 5),
  address_clicks: clicks('address', 5),
  app_download_clicks: clicks('app', 5),
  lead_submissions: clicks('lead', 5),
}

interface Audience {
  who: Who
  read(person: Person): unknown
}

/**
 * The fields at the top level of the response of `/business/get/` that say which fractions of the followers have an
 * age, gender, country or city, keyed by name. `who` returns whether an account has the field: from 100 followers on.
 */
export const audienceFields: Record<string, Audience> = {
  audience_ages: { who: grown, read: ({ openId }) => split(openId, 'age', audience.ages) },
  audience_genders: { who: grown, read: ({ openId }) => split(openId, 'gender', audience.genders) },
  audience_countries: { who: grown, read: ({ openId }) => split(openId, 'country', audience.countries) },
  audience_cities: { who: grown, read: ({ openId }) => split(openId, 'city_name', audience.cities) },
}

export const accountFieldNames = [
  ...new Set([...Object.keys(profileFields), ...Object.keys(dailyFields), ...Object.keys(audienceFields)]),
]

/**
 * Returns the scope that a field of the response of `/business/get/` requires: that of a profile field, otherwise
 * `user.insights`.
 */
export function scopeOfAccountField(name: string): string {
  return profileFields[name]?.scope ?? 'user.insights'
}
