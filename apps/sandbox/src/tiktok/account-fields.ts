import { audience, figure, split } from './figures.ts'
import type { Person } from './people.ts'
import type { Store } from './store.ts'

export interface AccountView {
  person: Person
  store: Store
}

type Profile = { scope: string; read(view: AccountView): unknown }

/** Fields that stand directly in the answer. */
export const profileFields: Record<string, Profile> = {
  display_name: { scope: 'user.info.basic', read: ({ person }) => person.displayName },
  profile_image: {
    scope: 'user.info.basic',
    read: ({ person }) => `https://p16.tiktokcdn.example/${person.handle}.webp`,
  },
  username: { scope: 'user.info.username', read: ({ person }) => person.handle },
  profile_deep_link: { scope: 'user.info.profile', read: ({ person }) => `https://vm.tiktok.example/${person.handle}` },
  bio_description: { scope: 'user.info.profile', read: ({ person }) => person.bio },
  is_verified: { scope: 'user.info.profile', read: ({ person }) => person.verified },
  is_business_account: { scope: 'user.account.type', read: ({ person }) => person.business },
  following_count: { scope: 'user.info.stats', read: ({ person }) => person.following },
  followers_count: { scope: 'user.info.stats', read: ({ person }) => person.followers },
  total_likes: { scope: 'user.info.stats', read: ({ person, store }) => likesOf(person, store) },
  videos_count: { scope: 'user.info.stats', read: ({ person, store }) => postsOf(person, store).length },
}

function postsOf(person: Person, store: Store) {
  return store.posts.filter(({ accountId, draft }) => accountId === person.openId && !draft)
}

function likesOf(person: Person, store: Store): number {
  return postsOf(person, store).reduce((sum, { likes }) => sum + likes, 0)
}

type Who = (person: Person) => boolean
const everybody: Who = () => true
const business: Who = (person) => person.business
const registered: Who = (person) => person.registeredBusiness
const grown: Who = (person) => person.followers >= 100

type Daily = { who: Who; read(person: Person, day: string): unknown }

function count(name: string, max: number, who: Who): Daily {
  return { who, read: (person, day) => figure(`${person.openId} ${day} ${name}`, max) }
}

function activity(person: Person, day: string) {
  return Array.from({ length: 24 }, (_, hour) => ({
    hour: String(hour),
    count: figure(`${person.openId} ${day} active ${hour}`, person.followers),
  }))
}

/** Fields that stand in each day of `metrics`, and whose accounts have them. */
export const dailyFields: Record<string, Daily> = {
  video_views: count('views', 4000, everybody),
  unique_video_views: count('unique', 3000, business),
  profile_views: count('profile', 200, everybody),
  likes: count('likes', 500, everybody),
  comments: count('comments', 60, everybody),
  shares: count('shares', 40, everybody),
  followers_count: { who: everybody, read: (person) => person.followers },
  daily_total_followers: count('net', 20, business),
  daily_new_followers: count('new', 30, business),
  daily_lost_followers: count('lost', 10, business),
  engaged_audience: count('engaged', 900, business),
  audience_activity: { who: (person) => business(person) && grown(person), read: activity },
  bio_link_clicks: count('bio', 30, registered),
  email_clicks: count('email', 5, registered),
  phone_number_clicks: count('phone', 5, registered),
  address_clicks: count('address', 5, registered),
  app_download_clicks: count('app', 5, registered),
  lead_submissions: count('lead', 5, registered),
}

type Audience = { who: Who; read(person: Person): unknown }

/** Fields about who follows; from 100 followers on. */
export const audienceFields: Record<string, Audience> = {
  audience_ages: { who: grown, read: ({ openId }) => split(openId, 'age', audience.ages) },
  audience_genders: { who: grown, read: ({ openId }) => split(openId, 'gender', audience.genders) },
  audience_countries: { who: grown, read: ({ openId }) => split(openId, 'country', audience.countries) },
  audience_cities: { who: grown, read: ({ openId }) => split(openId, 'city_name', audience.cities) },
}

export const accountFieldNames = [
  ...new Set([...Object.keys(profileFields), ...Object.keys(dailyFields), ...Object.keys(audienceFields)]),
]

/** The scope that a field of the answer needs. */
export function scopeOfAccountField(name: string): string {
  return profileFields[name]?.scope ?? 'user.insights'
}
