import type { PlatformWith } from '../capabilities.ts'

/** Facts about a field of a post that a form needs in addition to the schema of the field. */
interface SettingHint {
  /** The useful values of the field, with their display names. */
  choices?: Readonly<Record<string, string>>
  /** The media field without which this field has no effect. */
  with?: string
  /**
   * The object that the number in the field selects: a `frame` of the video by its time in ms, or an `image` by its
   * index from 0.
   */
  picks?: 'frame' | 'image'
  /** The terms of the network that the field agrees to. */
  terms?: { title: string; url: string }
  /** True if an absent flag counts as true at the network; otherwise it counts as false. */
  isOnByDefault?: true
}

/**
 * The categories of YouTube videos, keyed by id: those that are assignable in all regions.
 * @see https://developers.google.com/youtube/v3/docs/videoCategories/list (read 2026-11-25)
 */
const videoCategories = {
  1: 'Film & animation',
  2: 'Autos & vehicles',
  10: 'Music',
  15: 'Pets & animals',
  17: 'Sports',
  19: 'Travel & events',
  20: 'Gaming',
  22: 'People & blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & politics',
  26: 'How-to & style',
  27: 'Education',
  28: 'Science & technology',
  29: 'Nonprofits & activism',
} as const

const languageCodes = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'eu', 'fa', 'fi', 'fr', 'ga', 'gl', 'he', 'hi'],
  ...['hr', 'hu', 'id', 'is', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nb', 'nl', 'nn', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl'],
  ...['sr', 'sv', 'sw', 'ta', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'],
]
const languageNames = new Intl.DisplayNames('en', { type: 'language' })
const languages = Object.fromEntries(languageCodes.map((code) => [code, languageNames.of(code) ?? code]))

/**
 * The terms of TikTok that users agree to by posting; TikTok requires a link to them.
 * @see https://developers.tiktok.com/doc/content-sharing-guidelines (read 2026-11-26)
 */
const musicTerms = {
  title: 'Music Usage Confirmation',
  url: 'https://www.tiktok.com/legal/page/global/music-usage-confirmation/en',
}

/**
 * Facts about the fields of posts that a form needs in addition to their schemas, such as display names of values,
 * keyed by platform and field. Most fields have no entry.
 */
export const settingHints: Readonly<Record<PlatformWith<'posts.publish'>, Readonly<Record<string, SettingHint>>>> = {
  instagram: {},
  x: {},
  youtube: { category_id: { choices: videoCategories }, notify_subscribers: { isOnByDefault: true } },
  facebook: { title: { with: 'video' } },
  tiktok: {
    music_usage_confirmed: { terms: musicTerms },
    cover_timestamp: { with: 'video', picks: 'frame' },
    disable_duet: { with: 'video' },
    disable_stitch: { with: 'video' },
    photo_cover_index: { with: 'photos', picks: 'image' },
    auto_add_music: { with: 'photos' },
  },
  bluesky: { langs: { choices: languages } },
}
