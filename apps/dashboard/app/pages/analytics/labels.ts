/** How a figure is written. */
export type Unit = 'count' | 'seconds' | 'minutes' | 'fraction' | 'percent' | 'text' | 'time' | 'link'

interface Label {
  label?: string
  unit?: Unit
  /** Whether values of several days may be added up. Counts of users must not be. */
  sums?: true
  /** Whether it is omitted, as ids for machines and images of other origins are. */
  isHidden?: true
  /** Whether it is a list by the hour of the day. */
  isByHour?: true
}

const hidden: Label = { isHidden: true }
const sums: Label = { sums: true }

/** Labels of fields whose name and value alone do not suffice. */
const labels: Readonly<Record<string, Label>> = {
  platform: hidden,
  accountId: hidden,
  profileId: hidden,
  fetchedAt: hidden,
  startDate: hidden,
  endDate: hidden,
  periodDays: hidden,
  insightsUnavailable: hidden,
  avatarUrl: hidden,
  coverImageUrl: hidden,
  embedUrl: hidden,
  openId: hidden,
  channelId: hidden,
  id: { label: 'Id', unit: 'text' },
  videoId: { label: 'Video id', unit: 'text' },
  name: { unit: 'text' },
  username: { unit: 'text' },
  displayName: { label: 'Name', unit: 'text' },
  category: { unit: 'text' },
  handle: { unit: 'text' },
  title: { unit: 'text' },
  caption: { unit: 'text' },
  mediaType: { label: 'Type', unit: 'text' },
  bioDescription: { label: 'Biography', unit: 'text' },
  isVerified: { label: 'Verified', unit: 'text' },
  isBusinessAccount: { label: 'Business account', unit: 'text' },
  isAd: { label: 'Ad', unit: 'text' },
  link: { unit: 'link' },
  profileDeepLink: { label: 'Profile', unit: 'link' },
  shareUrl: { label: 'Link', unit: 'link' },
  createdAt: { label: 'Published', unit: 'time' },
  durationSeconds: { label: 'Duration', unit: 'seconds' },
  totalTimeWatchedSeconds: { label: 'Time watched', unit: 'seconds' },
  averageTimeWatchedSeconds: { label: 'Average time watched', unit: 'seconds' },
  averageViewDurationSeconds: { label: 'Average view', unit: 'seconds' },
  averageViewPercentage: { label: 'Average part viewed', unit: 'percent' },
  fullVideoWatchedRate: { label: 'Watched to the end', unit: 'fraction' },
  minutesWatched: { label: 'Time watched', unit: 'minutes', sums: true },
  likeCount: { label: 'Likes' },
  commentCount: { label: 'Comments' },
  shareCount: { label: 'Shares' },
  favoriteCount: { label: 'Favorites' },
  viewCount: { label: 'Views' },
  recentPosts: { label: 'Newest posts counted' },
  recentPostLikes: { label: 'Likes of these posts' },
  recentPostComments: { label: 'Comments on these posts' },
  recentPostShares: { label: 'Shares of these posts' },
  value: { label: 'Views', sums: true },
  views: sums,
  videoViews: sums,
  profileViews: sums,
  likes: sums,
  comments: sums,
  shares: sums,
  newFollowers: sums,
  lostFollowers: sums,
  subscribersGained: sums,
  subscribersLost: sums,
  bioLinkClicks: sums,
  emailClicks: sums,
  phoneNumberClicks: sums,
  addressClicks: sums,
  appDownloadClicks: sums,
  leadSubmissions: sums,
  ageGender: { label: 'Age and gender', unit: 'percent' },
  ageGroup: { label: 'Age', unit: 'text' },
  activity: { label: 'Active followers by hour', isByHour: true },
  retention: { label: 'Viewers who still watch, by second', unit: 'fraction' },
  topVideos: { label: 'Most viewed videos' },
  daily: { label: 'By day' },
}

function wordsOf(name: string): string {
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** How a field of a report is called: by the table, else by its name in words. */
export const labelOf = (name: string): string => labels[name]?.label ?? wordsOf(name)
export const unitOf = (name: string): Unit | undefined => labels[name]?.unit
export const isByHour = (name: string): boolean => labels[name]?.isByHour === true
export const isHidden = (name: string): boolean => labels[name]?.isHidden === true
export const canBeSummed = (name: string): boolean => labels[name]?.sums === true

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The group of a share: names of countries for their codes, ages without a prefix. */
export function keyWords(list: string, key: string): string {
  if (/countries$/i.test(list) && /^[A-Z]{2}$/.test(key)) return countries.of(key) ?? key
  return key.replace(/^age(?=\d)/, '').replaceAll('_', ' ')
}

const count = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

function duration(seconds: number): string {
  if (seconds < 60) return `${count.format(seconds)} s`
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  if (hours >= 100) return `${count.format(hours)} h`
  return hours > 0 ? `${count.format(hours)} h ${minutes} min` : `${minutes} min ${rest} s`
}

const formats: Readonly<Partial<Record<Unit, (value: number) => string>>> = {
  seconds: duration,
  minutes: (minutes) => duration(minutes * 60),
  fraction: (value) => percent.format(value),
  percent: (value) => percent.format(value / 100),
}

/** A figure as it is shown. */
export function figureWords(value: number, unit: Unit | undefined): string {
  return formats[unit ?? 'count']?.(value) ?? count.format(value)
}

const change = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

interface Compared {
  value: unknown
  /** The value of as many days before. */
  before?: number | null
  unit: Unit | undefined
}

/** How a metric has changed: "+12% from 340"; null if one of the two is not known. */
export function changeWords({ value, before, unit }: Compared): string | null {
  if (typeof before !== 'number' || typeof value !== 'number') return null
  const from = `from ${figureWords(before, unit)}`
  if (before === value) return 'No change'
  if (before === 0) return from
  return `${change.format((value - before) / Math.abs(before)).replace('-', '−')} ${from}`
}
