const profileId = '0199d1b2-3c4d-7e5f-8a9b-0c1d2e3f4a5b'
const accountId = '0199d1b8-10a2-7c3d-9e4f-5a6b7c8d9e0f'
const fetchedAt = '2026-11-20T09:30:00.000Z'

const frame = (platform: string) => ({ platform, accountId, profileId })
/** The days that TikTok's insights are read for by default at `fetchedAt`: the last 28 complete ones. */
const tiktokDays = { startDate: '2026-10-23', endDate: '2026-11-19' }
/** The days that YouTube's insights are read for by default at `fetchedAt`: 28, up to three days ago. */
const youtubeDays = { startDate: '2026-10-21', endDate: '2026-11-17' }

const tiktokDay = {
  date: '2026-11-17',
  videoViews: 1240,
  uniqueVideoViews: 980,
  profileViews: 51,
  likes: 96,
  comments: 7,
  shares: 4,
  followers: 1532,
  newFollowers: 12,
  lostFollowers: 3,
  engagedAudience: 88,
  bioLinkClicks: null,
  emailClicks: null,
  phoneNumberClicks: null,
  addressClicks: null,
  appDownloadClicks: null,
  leadSubmissions: null,
  activity: [{ hour: '18', count: 211 }],
}

const tiktokVideo = {
  id: '7301234567890123456',
  mediaType: 'VIDEO',
  isAd: false,
  caption: 'Fresh bread at seven.',
  coverImageUrl: 'https://p16-sign.tiktokcdn.com/cover.jpeg?x-expires=1795300000',
  shareUrl: 'https://www.tiktok.com/@bakery/video/7301234567890123456',
  embedUrl: 'https://www.tiktok.com/static/profile-video?id=7301234567890123456',
  durationSeconds: 12.5,
  likeCount: 96,
  commentCount: 7,
  shareCount: 4,
  favoriteCount: 9,
  viewCount: 1240,
  reach: 980,
  createdAt: '2026-11-16T07:00:00.000Z',
  insights: {
    totalTimeWatchedSeconds: 6324.5,
    averageTimeWatchedSeconds: 5.1,
    fullVideoWatchedRate: 0.21,
    newFollowers: 4,
    profileViews: 11,
    retention: [{ second: '1', percentage: 0.92 }],
    impressionSources: [{ key: 'For You', percentage: 0.81 }],
    audienceGenders: [{ key: 'Female', percentage: 0.6 }],
    audienceCountries: [{ key: 'SE', percentage: 0.74 }],
    audienceCities: [],
    audienceTypes: [{ key: 'NEW_VIEWER', percentage: 0.7 }],
  },
}

const watched = { views: 240, minutesWatched: 512, averageViewDurationSeconds: 128, likes: 21, comments: 4 }

/** Example responses of reports, keyed by the name of their schema. */
export const reportExamples: Readonly<Record<string, object>> = {
  InstagramAccountInsights: {
    ...frame('instagram'),
    insights: [
      {
        name: 'reach',
        period: 'day',
        title: 'Accounts reached',
        description: 'The number of unique accounts that have seen your content.',
        values: [{ value: 1834 }],
      },
    ],
    fetchedAt,
  },
  TiktokAccountAnalytics: {
    ...frame('tiktok'),
    profile: {
      openId: '_000aBcDeFgHiJkLmNoPqRsTuVwXyZ',
      username: 'bakery',
      displayName: 'Lindqvist Bakery',
      avatarUrl: null,
      profileDeepLink: 'https://vm.tiktok.com/bakery',
      bioDescription: 'Bread since 1921',
      isVerified: false,
      isBusinessAccount: true,
    },
    analytics: { followers: 1532, following: 12, likes: 90_120, videos: 45 },
    fetchedAt,
  },
  TiktokAccountInsights: {
    ...frame('tiktok'),
    isBusinessAccount: true,
    ...tiktokDays,
    daily: [tiktokDay],
    audience: {
      ages: [{ key: '25-34', percentage: 0.41 }],
      genders: [{ key: 'Female', percentage: 0.6 }],
      countries: [{ key: 'SE', percentage: 0.74 }],
      cities: [{ key: 'Stockholm', percentage: 0.32 }],
    },
    fetchedAt,
  },
  TiktokVideoInsights: { ...frame('tiktok'), videos: [tiktokVideo], fetchedAt },
  FacebookPageMetrics: {
    ...frame('facebook'),
    page: {
      id: '104512345678901',
      name: 'Lindqvist Bakery',
      username: 'lindqvistbakery',
      category: 'Bakery',
      link: 'https://www.facebook.com/lindqvistbakery',
    },
    metrics: {
      followers: 1250,
      fans: 1190,
      recentPosts: 25,
      recentPostLikes: 412,
      recentPostComments: 57,
      recentPostShares: 18,
    },
    insights: {
      periodDays: 28,
      views: 24_310,
      engagements: 1204,
      pageViews: 318,
      followers: 1250,
      daily: [{ date: '2026-11-19', value: 873 }],
    },
    insightsUnavailable: null,
    fetchedAt,
  },
  YoutubeChannelInsights: {
    ...frame('youtube'),
    channel: {
      channelId: 'UCa1b2c3d4e5f6g7h8i9j0kL',
      title: 'Lindqvist Bakery',
      handle: '@bakery',
      avatarUrl: 'https://yt3.ggpht.com/bakery=s800',
      subscribers: 4120,
      views: 210_455,
      videos: 38,
    },
    insights: {
      daily: [{ date: '2026-11-17', ...watched, subscribersGained: 6, subscribersLost: 1, shares: 3 }],
      topVideos: [{ videoId: 'dQw4w9WgXcQ', ...watched }],
      audience: {
        ageGender: [{ ageGroup: 'age25-34', gender: 'female', percentage: 31.4 }],
        countries: [{ country: 'SE', views: 182 }],
      },
    },
    fetchedAt,
  },
  YoutubeVideoInsights: {
    ...frame('youtube'),
    insights: {
      ...youtubeDays,
      videos: [{ videoId: 'dQw4w9WgXcQ', ...watched, averageViewPercentage: 42.5, shares: 3, subscribersGained: 6 }],
    },
    fetchedAt,
  },
}
