/**
 * The unit of a figure's value. `fraction` is 0 to 1 and `percent` 0 to 100, both shown as a percentage; `text`, `time`
 * (ISO 8601) and `link` are no numbers.
 */
export type Unit = 'count' | 'seconds' | 'minutes' | 'fraction' | 'percent' | 'text' | 'time' | 'link'

interface Label {
  label?: string
  unit?: Unit
  /** Whether values of several days may be added up. Counts of users must not be. */
  sums?: true
  /** Whether the field is not shown, such as ids for machines and images of other origins. */
  isHidden?: true
  /** Whether the field is a list with an item for each hour of the day. */
  isByHour?: true
}

const hidden: Label = { isHidden: true }
const sums: Label = { sums: true }

/** Labels of the reports' fields, by name, as far as the name in words does not suffice. */
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

/** The label of a field: that of the table, otherwise its name in words. */
export const labelOf = (name: string): string => labels[name]?.label ?? wordsOf(name)
export const unitOf = (name: string): Unit | undefined => labels[name]?.unit
export const isByHour = (name: string): boolean => labels[name]?.isByHour === true
export const isHidden = (name: string): boolean => labels[name]?.isHidden === true
export const canBeSummed = (name: string): boolean => labels[name]?.sums === true

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * The label of a share's group, `key`, in the list named `list`: the name of a country for its code, an age without its
 * prefix, otherwise the key with spaces for underscores.
 */
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

/** A number as text in its unit, such as "1,204", "12.5%" or "3 min 20 s"; a plain number without a unit. */
export function figureWords(value: number, unit: Unit | undefined): string {
  return formats[unit ?? 'count']?.(value) ?? count.format(value)
}

const change = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' })

interface Compared {
  value: unknown
  /** The value for the range of the same length before; null or absent if unknown. */
  before?: number | null
  unit: Unit | undefined
}

/**
 * How a figure has changed: "+12% from 340", "No change", or "from 0" without a percentage; null if one of the two
 * values is unknown.
 */
export function changeWords({ value, before, unit }: Compared): string | null {
  if (typeof before !== 'number' || typeof value !== 'number') return null
  const from = `from ${figureWords(before, unit)}`
  if (before === value) return 'No change'
  if (before === 0) return from
  return `${change.format((value - before) / Math.abs(before)).replace('-', '−')} ${from}`
}
