import { uniqueOf } from '../../figures/growth.ts'
import type { Figures } from '../../figures/index.ts'
import { pick } from '../../figures/shares.ts'
import type { Person } from '../people.ts'
import type { Post } from '../post.ts'
import type { Store } from '../store/store.ts'
import { audience, audienceTypes, split } from './audience.ts'
import { type CountName, postCount } from './counts.ts'

export interface VideoView {
  post: Post
  person: Person
  store: Store
  figures: Figures
  /** The time for which counts are computed, in ms since the epoch. */
  now: number
}

type Read = (view: VideoView) => unknown

function counted(name: CountName): Read {
  return ({ post, figures, now }) => postCount(post, name, { figures, at: now })
}

function clicks(name: string): Read {
  return ({ post }) => pick(`${post.id} ${name}`, 3)
}

function viewsOf({ post, figures, now }: VideoView): number {
  return postCount(post, 'video_views', { figures, at: now })
}

/** Returns the average watch time of a video per view, in seconds; 0 for photos. */
function watchedOf({ id, duration }: Post): number {
  return Math.round((duration ?? 0) * (30 + pick(`${id} watched`, 40))) / 100
}

const MAX_SECONDS = 60

/** Returns the fraction of viewers who are still watching at each second, for at most 60 seconds. It never rises. */
function retention({ post }: VideoView) {
  const length = Math.min(MAX_SECONDS, Math.ceil(post.duration ?? 0))
  const loss = (20 + pick(`${post.id} retention`, 100)) / 1000
  return Array.from({ length }, (_, second) => ({
    second: String(second + 1),
    percentage: Math.round(Math.exp(-loss * second) * 10_000) / 10_000,
  }))
}

function likesBySecond({ post }: VideoView) {
  const length = Math.min(MAX_SECONDS, Math.ceil(post.duration ?? 0))
  const seconds = Array.from({ length }, (_, second) => String(second + 1))
  return split(`${post.id} engagement`, 'second', seconds)
}

/** Returns a function like `read` that returns undefined for photo posts, which omits the field. */
function ofVideo(read: Read): Read {
  return (view) => (view.post.mediaType === 'VIDEO' ? read(view) : undefined)
}

/** Returns a function like `read` that returns undefined, which omits the field, below 100 followers of the account. */
function grown(read: Read): Read {
  return (view) => (view.person.followers >= 100 ? read(view) : undefined)
}

/** Fields that require the scope `video.list`, keyed by name. */
const basicVideoFields: Record<string, Read> = {
  item_id: ({ post }) => post.id,
  media_type: ({ post }) => post.mediaType,
  is_ad: () => false,
  thumbnail_url: ({ post }) => `${post.coverUrl}?x-expires=${Math.floor(post.createdAt / 1000) + 21_600}`,
  share_url: ({ post, person }) =>
    `https://www.tiktok.com/@${person.handle}/${post.mediaType === 'VIDEO' ? 'video' : 'photo'}/${post.id}`,
  embed_url: ({ post }) => `https://www.tiktok.com/static/profile-video?id=${post.id}`,
  caption: ({ post }) => post.text,
  video_duration: ofVideo(({ post }) => post.duration ?? undefined),
  likes: counted('likes'),
  comments: ({ post, store }) => store.comments.count(post.id),
  shares: counted('shares'),
  favorites: counted('favorites'),
  create_time: ({ post }) => String(Math.floor(post.createdAt / 1000)),
  video_views: viewsOf,
}

/**
 * The fields of a post in `/business/video/list/` that require the scope `video.insights`, keyed by name. Each function
 * returns the value; undefined omits the field.
 */
export const insightVideoFields: Record<string, Read> = {
  reach: (view) => uniqueOf(viewsOf(view), view.person.followers * 3),
  total_time_watched: ofVideo((view) => Math.round(viewsOf(view) * watchedOf(view.post) * 100) / 100),
  average_time_watched: ofVideo(({ post }) => watchedOf(post)),
  full_video_watched_rate: ofVideo(({ post }) => (5 + pick(`${post.id} full`, 40)) / 100),
  new_followers: counted('new_followers'),
  profile_views: counted('profile_views'),
  website_clicks: counted('website_clicks'),
  phone_number_clicks: clicks('phone'),
  lead_submissions: clicks('lead'),
  app_download_clicks: clicks('app'),
  email_clicks: clicks('email'),
  address_clicks: clicks('address'),
  video_view_retention: ofVideo(retention),
  impression_sources: ({ post }) => split(post.id, 'impression_source', audience.sources),
  audience_genders: grown(({ post }) => split(post.id, 'gender', audience.genders)),
  audience_countries: grown(({ post }) => split(post.id, 'country', audience.countries)),
  audience_cities: grown(({ post }) => split(post.id, 'city_name', audience.cities)),
  audience_types: ({ post }) => audienceTypes(post.id),
  engagement_likes: ofVideo(likesBySecond),
}

export const videoFieldNames = [...Object.keys(basicVideoFields), ...Object.keys(insightVideoFields)]

/**
 * Returns the requested fields of a post. Values set by `POST /person/figures` take precedence. A field that is
 * unknown, has no value or was set to null is omitted.
 */
export function describeVideo(view: VideoView, fields: string[]): object {
  const video = new Map<string, unknown>()
  for (const name of fields) {
    const set = view.figures.read({ subject: view.post.id, name })
    const value = set === undefined ? (basicVideoFields[name] ?? insightVideoFields[name])?.(view) : set
    if (value !== undefined && value !== null) video.set(name, value)
  }
  return Object.fromEntries(video)
}
