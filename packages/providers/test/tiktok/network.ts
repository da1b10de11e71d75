import type { App, AppCall } from '../../src/call-context.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost } from '../../src/ports/publish.ts'
import type { TikTokCall, TikTokPublishCall } from '../../src/tiktok/credentials.ts'
import { callFor, callOf, mediaOf, now } from '../fake-call.ts'
import { wantedScopes } from './responses.ts'

export const api = 'https://business-api.tiktok.com'
export const v13 = '/open_api/v1.3'

export const app: App = {
  hosts: { web: 'https://www.tiktok.com', api },
  secrets: { clientId: 'app-1', clientSecret: 'secret-1' },
  publicUrl: 'https://carillon.example',
}

export function appCall(): AppCall {
  return callOf(app)
}

export interface Paced {
  /** The keys of the rate, in the order in which places were taken. */
  paced: string[]
}

export interface CallOptions {
  scopes?: readonly string[]
  /** The endpoint in whose rate no place is left. */
  full?: string
  now?: Date
}

export function accountCall({ scopes = wantedScopes, full, now: moment = now }: CallOptions = {}): TikTokCall & Paced {
  const paced: string[] = []
  const account = {
    providerId: 'open-1',
    displayIdentifier: 'acme',
    scopes,
    credentials: { accessToken: 'act.first', refreshToken: 'rft.first' },
  }
  return callFor(callOf(app, { now: () => moment }), account, {
    paced,
    async acquireRateSlot(rate: string, key: string) {
      if (full !== undefined && key.startsWith(full)) {
        throw new ProviderError('rate_limited', 'Slowly.', 'not_sent', { retryAfter: 9 })
      }
      paced.push(`${rate} ${key}`)
    },
  })
}

/** A video or a photo, given as a link only. */
function source(name: string, over: Partial<MediaSource>): MediaSource {
  return mediaOf({
    mediaId: name,
    contentType: 'video/mp4',
    width: 720,
    height: 1280,
    durationSeconds: 6,
    link: async () => ({ url: `https://carillon.example/media/${name}` }),
    ...over,
  })
}

export type Post = PreparedPost<'tiktok'>

const defaults = {
  platform: 'tiktok',
  accountId: 'account-1',
  music_usage_confirmed: true,
  post_mode: 'DIRECT_POST',
  disable_comment: false,
  disable_duet: false,
  disable_stitch: false,
  cover_timestamp: 1000,
  photo_cover_index: 0,
  auto_add_music: false,
  is_aigc: false,
  brand_content_toggle: false,
  brand_organic_toggle: false,
} as const

export function videoPost(over: Partial<Post> = {}, file: Partial<MediaSource> = {}): Post {
  return { ...defaults, tiktok_title: 'Morning', video: { source: source('video.mp4', file) }, ...over }
}

export function photoPost(over: Partial<Post> = {}, count = 2): Post {
  const photos = Array.from({ length: count }, (_, index) => ({
    source: source(`photo-${index}.jpg`, { contentType: 'image/jpeg', durationSeconds: null }),
  }))
  return { ...defaults, photos, ...over }
}

export function publishCall(post: Post = videoPost(), consent: CallOptions = {}): TikTokPublishCall & Paced {
  return { ...accountCall(consent), writeId: 'publish-1', input: post, createdAt: now }
}
