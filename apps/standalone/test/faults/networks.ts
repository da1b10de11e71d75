import type { PublishPlatform } from '@carillon/domain'

/** Media of the sandbox's samples in both spellings of the API. */
export interface Samples {
  snake(name: string): { content_type: string; base64: string }
  camel(name: string): { contentType: string; base64: string }
  url(name: string): string
}

/** One kind of post; every text of it carries the mark by which it is found again. */
export interface Variant {
  name: string
  body(mark: string, samples: Samples): Record<string, unknown>
  /** Posts that the network then holds; 1 when left out. */
  posts?: number
  /** How much more often than another kind it is drawn; 1 when left out. */
  weight?: number
}

/** What the harness has to know of a network. */
export interface NetworkRow {
  platform: PublishPlatform
  users: { as: string; body?: Record<string, unknown> }[]
  variants: Variant[]
  /** Operations that cannot be taken back, as the sandbox's journal names them. */
  commits: string[]
  /** Other operations of publishing and looking up. */
  others: string[]
  /** Publishes that one person may make a day there. */
  maxPerUser: number
  /** Set if a refresh token works once: refreshes are raced there. */
  rotating?: true
}

const samples = {
  photo: 'photo-640x640.jpg',
  video: 'video-360x640-4s.mp4',
  reel: 'video-720x1280-4s.mp4',
} as const

export const sampleNames: readonly string[] = Object.values(samples)

// What some of the people there have turned off has to be off in the post.
const consent = { music_usage_confirmed: true, disable_comment: true }
const videoConsent = { ...consent, disable_duet: true, disable_stitch: true }

const rows: { [P in PublishPlatform]: NetworkRow & { platform: P } } = {
  bluesky: {
    platform: 'bluesky',
    users: ['ada.test', 'grace.test', 'alan.test'].map((as) => ({ as, body: { handle: as } })),
    variants: [
      { name: 'text', body: (text) => ({ text }), weight: 4 },
      { name: 'image', body: (text, { snake }) => ({ text, images: [snake(samples.photo)] }), weight: 2 },
      {
        name: 'thread',
        posts: 3,
        body: (text) => ({ text, thread: [{ text: `${text} second` }, { text: `${text} third` }] }),
      },
      { name: 'video', body: (text, { snake }) => ({ text, video: snake(samples.video) }) },
    ],
    commits: ['com.atproto.repo.putRecord', 'com.atproto.repo.applyWrites'],
    others: ['com.atproto.repo.uploadBlob', 'com.atproto.repo.getRecord'],
    maxPerUser: 10_000,
    rotating: true,
  },
  x: {
    platform: 'x',
    users: ['mira_bells', 'otto_premium', 'salt_and_rye', 'june_okafor'].map((as) => ({ as })),
    variants: [
      { name: 'text', body: (text) => ({ text }), weight: 4 },
      { name: 'image', body: (text, { snake }) => ({ text, media: [snake(samples.photo)] }), weight: 2 },
      {
        name: 'thread',
        posts: 3,
        body: (text) => ({ text, thread: [{ text: `${text} second` }, { text: `${text} third` }] }),
      },
      { name: 'video', body: (text, { snake }) => ({ text, media: [snake(samples.video)] }) },
    ],
    commits: ['posts.create'],
    others: ['posts.list', 'media.upload', 'media.initialize', 'media.append', 'media.finalize', 'media.status'],
    maxPerUser: 30,
    rotating: true,
  },
  youtube: {
    platform: 'youtube',
    users: ['nora.videos', 'bakery.lux', 'fresh.start'].map((as) => ({ as })),
    variants: [
      {
        name: 'video',
        body: (title, { snake }) => ({
          title,
          privacy_status: 'public',
          made_for_kids: false,
          video: snake(samples.video),
        }),
      },
      {
        name: 'video by address',
        body: (title, { url }) => ({
          title,
          privacy_status: 'unlisted',
          made_for_kids: false,
          video: { url: url(samples.video) },
        }),
      },
    ],
    commits: ['media.upload'],
    others: ['videos.insert', 'media.status', 'playlistItems.list', 'videos.list'],
    maxPerUser: 25,
  },
  tiktok: {
    platform: 'tiktok',
    users: ['lena.bakes', 'solo.dancer', 'new.here'].map((as) => ({ as })),
    variants: [
      {
        name: 'video',
        body: (tiktok_title, { snake }) => ({ ...videoConsent, tiktok_title, video: snake(samples.video) }),
      },
      {
        name: 'photos',
        body: (text, { snake }) => ({
          ...consent,
          tiktok_title: 'Photos',
          tiktok_description: text,
          photos: [snake(samples.photo), snake(samples.photo)],
        }),
      },
    ],
    commits: ['posts.create'],
    others: ['posts.status', 'videos.list'],
    maxPerUser: 12,
    rotating: true,
  },
  facebook: {
    platform: 'facebook',
    users: ['nora.lindqvist', 'jun.sato'].map((as) => ({ as })),
    variants: [
      { name: 'photo', body: (message, { camel }) => ({ message, image: camel(samples.photo) }), weight: 2 },
      {
        name: 'photos',
        body: (message, { camel }) => ({ message, images: [camel(samples.photo), camel(samples.photo)] }),
      },
      { name: 'reel', body: (message, { camel }) => ({ message, reel: camel(samples.reel) }) },
      { name: 'video', body: (message, { camel }) => ({ message, video: camel(samples.video) }) },
    ],
    commits: ['posts.create'],
    others: ['media.upload', 'media.status', 'posts.list', 'reels.publish', 'videos.publish'],
    maxPerUser: 100,
  },
  instagram: {
    platform: 'instagram',
    users: ['lindqvist.bakery', 'ferrer.outdoor', 'ferrer.events', 'mika.creates'].map((as) => ({ as })),
    variants: [
      { name: 'photo', body: (caption, { camel }) => ({ caption, image: camel(samples.photo) }), weight: 2 },
      {
        name: 'carousel',
        body: (caption, { camel }) => ({ caption, images: [camel(samples.photo), camel(samples.photo)] }),
      },
    ],
    commits: ['posts.create'],
    others: ['media.create', 'media.status', 'posts.list'],
    maxPerUser: 40,
  },
}

export const networks: readonly NetworkRow[] = Object.values(rows)

export function networksNamed(names: readonly string[] | undefined): NetworkRow[] {
  return networks.filter(({ platform }) => names === undefined || names.includes(platform))
}
