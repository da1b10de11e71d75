import { audience, figure, split } from './figures.ts'
import type { Person } from './people.ts'
import type { Post, Store } from './store.ts'

export interface VideoView {
  post: Post
  person: Person
  store: Store
}

type Read = (view: VideoView) => unknown

function ofPost(name: string, max: number): Read {
  return ({ post }) => figure(`${post.id} ${name}`, max)
}

function bySecond(name: string): Read {
  return ({ post }) =>
    Array.from({ length: Math.min(5, Math.ceil(post.duration ?? 0)) }, (_, second) => ({
      second: String(second + 1),
      percentage: figure(`${post.id} ${name} ${second}`, 100) / 100,
    }))
}

/** Absent from photo posts. */
function ofVideo(read: Read): Read {
  return (view) => (view.post.mediaType === 'VIDEO' ? read(view) : undefined)
}

/** What `video.list` lets an app read. */
export const basicVideoFields: Record<string, Read> = {
  item_id: ({ post }) => post.id,
  media_type: ({ post }) => post.mediaType,
  is_ad: () => false,
  thumbnail_url: ({ post }) => `${post.coverUrl}?x-expires=${Math.floor(post.createdAt / 1000) + 21_600}`,
  share_url: ({ post, person }) =>
    `https://www.tiktok.com/@${person.handle}/${post.mediaType === 'VIDEO' ? 'video' : 'photo'}/${post.id}`,
  embed_url: ({ post }) => `https://www.tiktok.com/static/profile-video?id=${post.id}`,
  caption: ({ post }) => post.text,
  video_duration: ofVideo(({ post }) => post.duration ?? undefined),
  likes: ({ post }) => post.likes,
  comments: ({ post, store }) => store.comments.filter(({ postId }) => postId === post.id).length,
  shares: ofPost('shares', 20),
  favorites: ofPost('favorites', 50),
  create_time: ({ post }) => String(Math.floor(post.createdAt / 1000)),
  video_views: ({ post }) => post.views,
}

/** What needs `video.insights`. */
export const insightVideoFields: Record<string, Read> = {
  reach: ({ post }) => Math.floor(post.views * 0.8),
  total_time_watched: ofVideo(({ post }) => post.views * 5.5),
  average_time_watched: ofVideo(() => 5.5),
  full_video_watched_rate: ofVideo(({ post }) => figure(`${post.id} full`, 100) / 100),
  new_followers: ofPost('followers', 10),
  profile_views: ofPost('profile', 40),
  website_clicks: ofPost('website', 9),
  phone_number_clicks: ofPost('phone', 3),
  lead_submissions: ofPost('lead', 3),
  app_download_clicks: ofPost('app', 3),
  email_clicks: ofPost('email', 3),
  address_clicks: ofPost('address', 3),
  video_view_retention: ofVideo(bySecond('retention')),
  impression_sources: ({ post }) => split(post.id, 'impression_source', audience.sources),
  audience_genders: ({ post }) => split(post.id, 'gender', audience.genders),
  audience_countries: ({ post }) => split(post.id, 'country', audience.countries),
  audience_cities: ({ post }) => split(post.id, 'city_name', audience.cities),
  audience_types: ({ post }) => split(post.id, 'type', audience.types),
  engagement_likes: ofVideo(bySecond('engagement')),
}
