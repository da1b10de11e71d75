import type { Held } from './flow.ts'

/** A call to a network as the journal of the sandbox has it, with its bodies. */
export interface Entry {
  operation: string
  path: string
  status: number
  request: { query: Record<string, string> }
  response: Held
}

/** What a report has to say, worked out from the raw responses alone; written apart from the adapters. */
export type Expectation = (entries: Entry[]) => object

const bodyOf = (entries: Entry[], operation: string, test: (entry: Entry) => boolean = () => true): Held =>
  entries.find((entry) => entry.operation === operation && entry.status === 200 && test(entry))?.response ?? {}
const keyed = (items: Held[] | undefined, name: string) =>
  (items ?? []).map((item) => ({ key: item[name], percentage: item.percentage }))

const tiktokAccount: Expectation = (entries) => {
  const { data } = bodyOf(entries, 'accounts.get')
  const said = (name: string) => data[name] ?? null
  return {
    profile: {
      openId: entries[0]?.request.query['business_id'],
      username: said('username'),
      displayName: said('display_name'),
      avatarUrl: said('profile_image'),
      profileDeepLink: said('profile_deep_link'),
      bioDescription: said('bio_description'),
      isVerified: said('is_verified'),
      isBusinessAccount: said('is_business_account'),
    },
    analytics: {
      followers: said('followers_count'),
      following: said('following_count'),
      likes: said('total_likes'),
      videos: said('videos_count'),
    },
  }
}

const tiktokDayNames = {
  videoViews: 'video_views',
  uniqueVideoViews: 'unique_video_views',
  profileViews: 'profile_views',
  likes: 'likes',
  comments: 'comments',
  shares: 'shares',
  followers: 'followers_count',
  newFollowers: 'daily_new_followers',
  lostFollowers: 'daily_lost_followers',
  engagedAudience: 'engaged_audience',
  bioLinkClicks: 'bio_link_clicks',
  emailClicks: 'email_clicks',
  phoneNumberClicks: 'phone_number_clicks',
  addressClicks: 'address_clicks',
  appDownloadClicks: 'app_download_clicks',
  leadSubmissions: 'lead_submissions',
}

/** Fields under our names, null where the network has none. */
const renamed = (names: Record<string, string>, item: Held) =>
  Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, item?.[theirs] ?? null]))

const tiktokInsights: Expectation = (entries) => {
  const { data } = bodyOf(entries, 'accounts.get')
  const { start_date: startDate, end_date: endDate } = entries[0]?.request.query ?? {}
  const days: Held[] = data.metrics ?? []
  return {
    isBusinessAccount: data.is_business_account ?? null,
    startDate,
    endDate,
    daily: days.map((day) => ({
      date: day.date,
      ...renamed(tiktokDayNames, day),
      activity: day.audience_activity ?? [],
    })),
    audience: {
      ages: keyed(data.audience_ages, 'age'),
      genders: keyed(data.audience_genders, 'gender'),
      countries: keyed(data.audience_countries, 'country'),
      cities: keyed(data.audience_cities, 'city_name'),
    },
  }
}

const tiktokVideoNames = {
  id: 'item_id',
  mediaType: 'media_type',
  isAd: 'is_ad',
  caption: 'caption',
  coverImageUrl: 'thumbnail_url',
  shareUrl: 'share_url',
  embedUrl: 'embed_url',
  durationSeconds: 'video_duration',
  likeCount: 'likes',
  commentCount: 'comments',
  shareCount: 'shares',
  favoriteCount: 'favorites',
  viewCount: 'video_views',
  reach: 'reach',
}
const tiktokWatchNames = {
  totalTimeWatchedSeconds: 'total_time_watched',
  averageTimeWatchedSeconds: 'average_time_watched',
  fullVideoWatchedRate: 'full_video_watched_rate',
  newFollowers: 'new_followers',
  profileViews: 'profile_views',
}

const tiktokVideos: Expectation = (entries) => ({
  videos: bodyOf(entries, 'posts.list').data.videos.map((video: Held) => ({
    ...renamed(tiktokVideoNames, video),
    createdAt: new Date(Number(video.create_time) * 1000).toISOString(),
    insights: {
      ...renamed(tiktokWatchNames, video),
      retention: video.video_view_retention ?? [],
      impressionSources: keyed(video.impression_sources, 'impression_source'),
      audienceGenders: keyed(video.audience_genders, 'gender'),
      audienceCountries: keyed(video.audience_countries, 'country'),
      audienceCities: keyed(video.audience_cities, 'city_name'),
      audienceTypes: keyed(video.audience_types, 'type'),
    },
  })),
})

const instagramInsights: Expectation = (entries) => ({
  insights: bodyOf(entries, 'insights.get').data.map(({ id: _, total_value: total, ...rest }: Held) => ({
    ...rest,
    values: [total],
  })),
})

function lastValue(body: Held, name: string): number | null {
  const found = (body.data ?? []).find((entry: Held) => entry.name === name)
  return found?.values.at(-1)?.value ?? null
}

const pacific = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Los_Angeles' })

function pageInsights(entries: Entry[]): object | null {
  if (!entries.some(({ operation, status }) => operation === 'insights.get' && status === 200)) return null
  const [weeks, days] = ['days_28', 'day'].map((period) =>
    bodyOf(entries, 'insights.get', ({ request }) => request.query['period'] === period),
  )
  const views = (days.data ?? []).find((entry: Held) => entry.name === 'page_media_view')?.values ?? []
  return {
    periodDays: 28,
    views: lastValue(weeks, 'page_media_view'),
    engagements: lastValue(weeks, 'page_post_engagements'),
    pageViews: lastValue(weeks, 'page_views_total'),
    followers: lastValue(days, 'page_follows'),
    daily: views.slice(-28).map(({ value, end_time: end }: Held) => ({
      // The figure belongs to the day that ended then.
      date: pacific.format(Date.parse(end) - 3_600_000),
      value,
    })),
  }
}

const pageMetrics: Expectation = (entries) => {
  const page = bodyOf(entries, 'accounts.get')
  // A reel that is in both lists is counted once, as the post.
  const feed: Held[] = bodyOf(entries, 'posts.list').data
  const reels: Held[] = bodyOf(entries, 'reels.list').data
  const posts = [...feed, ...reels.filter((reel) => !feed.some(({ id }) => id === reel.post_id))]
  const sum = (read: (post: Held) => number | undefined) => {
    const counts = posts.map(read).filter((count) => count !== undefined)
    return posts.length > 0 && counts.length === 0 ? null : counts.reduce((all, count) => all + count, 0)
  }
  return {
    page: { id: page.id, ...renamed({ name: 'name', username: 'username', category: 'category', link: 'link' }, page) },
    metrics: {
      ...renamed({ followers: 'followers_count', fans: 'fan_count' }, page),
      recentPosts: posts.length,
      recentPostLikes: sum((post) => (post.reactions ?? post.likes)?.summary.total_count),
      recentPostComments: sum((post) => post.comments?.summary.total_count),
      recentPostShares: sum((post) => post.shares?.count),
    },
    insights: pageInsights(entries),
  }
}

/** The cells of a table's rows by the names of its columns. */
function records(table: Held): Held[] {
  return (table.rows ?? []).map((row: unknown[]) =>
    Object.fromEntries(table.columnHeaders.map(({ name }: Held, index: number) => [name, row[index]])),
  )
}

const table = (entries: Entry[], dimensions: string) =>
  records(bodyOf(entries, 'reports.query', ({ request }) => request.query['dimensions'] === dimensions))

const watchNames = {
  views: 'views',
  minutesWatched: 'estimatedMinutesWatched',
  averageViewDurationSeconds: 'averageViewDuration',
  likes: 'likes',
  comments: 'comments',
}
const subscriberNames = { subscribersGained: 'subscribersGained', subscribersLost: 'subscribersLost' }

const channelInsights: Expectation = (entries) => {
  const { id, snippet, statistics } = bodyOf(entries, 'channels.list').items[0]
  return {
    channel: {
      channelId: id,
      title: snippet.title,
      handle: snippet.customUrl ?? null,
      avatarUrl: snippet.thumbnails.high.url,
      subscribers: statistics.hiddenSubscriberCount ? null : Number(statistics.subscriberCount),
      views: Number(statistics.viewCount),
      videos: Number(statistics.videoCount),
    },
    insights: {
      daily: table(entries, 'day').map((row) => ({
        date: row.day,
        ...renamed({ ...watchNames, ...subscriberNames, shares: 'shares' }, row),
      })),
      topVideos: table(entries, 'video').map((row) => ({ videoId: row.video, ...renamed(watchNames, row) })),
      audience: {
        ageGender: table(entries, 'ageGroup,gender').map(({ ageGroup, gender, viewerPercentage }) => ({
          ageGroup,
          gender,
          percentage: viewerPercentage,
        })),
        countries: table(entries, 'country').map(({ country, views }) => ({ country, views })),
      },
    },
  }
}

const videoInsights: Expectation = (entries) => {
  const { startDate, endDate } = entries.find(({ operation }) => operation === 'reports.query')?.request.query ?? {}
  const uploads: Held[] = bodyOf(entries, 'playlistItems.list').items ?? []
  const rows = table(entries, 'video')
  const names = { ...watchNames, shares: 'shares', subscribersGained: 'subscribersGained' }
  return {
    insights: {
      ...(startDate && { startDate, endDate }),
      videos: uploads.map(({ contentDetails: { videoId } }) => ({
        videoId,
        ...renamed(
          { ...names, averageViewPercentage: 'averageViewPercentage' },
          rows.find(({ video }) => video === videoId),
        ),
      })),
    },
  }
}

/** By platform and report. */
export const expectations: Readonly<Record<string, Readonly<Record<string, Expectation>>>> = {
  tiktok: {
    'account-analytics': tiktokAccount,
    'account-insights': tiktokInsights,
    'video-insights': tiktokVideos,
  },
  instagram: { 'account-insights': instagramInsights },
  facebook: { 'page-metrics': pageMetrics },
  youtube: { 'channel-insights': channelInsights, 'video-insights': videoInsights },
}
