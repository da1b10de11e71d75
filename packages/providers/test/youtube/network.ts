import type { App, AppCall } from '../../src/call-context.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost } from '../../src/ports/publish.ts'
import type { YouTubeCall, YouTubePublishCall } from '../../src/youtube/credentials.ts'
import { callFor, callOf, mediaOf, now } from '../fake-call.ts'

export const api = 'https://www.googleapis.com'
export const oauth = 'https://oauth2.googleapis.com'
export const channelId = 'UCtheChannel'

export const app: App = {
  hosts: { accounts: 'https://accounts.google.com', oauth, api },
  secrets: { clientId: 'client-1', clientSecret: 'secret-1' },
  publicUrl: 'https://carillon.example',
}

export function appCall(): AppCall {
  return callOf(app)
}

export interface Quotas {
  /** `quota units` of every taking, in order. */
  taken: string[]
  /** Quotas that the network called exhausted. */
  closed: string[]
}

/** A call on behalf of the channel; of the quota `empty` nothing is left. */
export function accountCall(empty?: string): YouTubeCall & Quotas {
  const taken: string[] = []
  const closed: string[] = []
  const account = {
    providerId: channelId,
    displayIdentifier: '@channel',
    credentials: { accessToken: 'ya29.access', refreshToken: '1//refresh', uploads: 'UUtheChannel' },
  }
  return callFor(appCall(), account, {
    taken,
    closed,
    async consumeQuota(quota: string, units: number) {
      if (quota === empty) throw new ProviderError('quota_exhausted', 'spent', 'not_sent', { retryAfter: 60 })
      taken.push(`${quota} ${units}`)
    },
    async markQuotaExhausted(quota: string) {
      closed.push(quota)
    },
  })
}

/** The video's bytes: each the low byte of its place. */
export function videoBytes(start: number, end: number): Buffer {
  const pattern = Buffer.from(Array.from({ length: 256 }, (_, index) => (start + index) % 256))
  return Buffer.alloc(end - start + 1, pattern)
}

function videoFile(bytes: number): MediaSource {
  return mediaOf({
    contentType: 'video/mp4',
    bytes,
    width: 640,
    height: 360,
    durationSeconds: 2,
    async *open(range = { start: 0, end: bytes - 1 }) {
      yield videoBytes(range.start, range.end)
    },
  })
}

export type VideoPost = PreparedPost<'youtube'>

export function videoPost(over: Partial<VideoPost> = {}, bytes = 1000): VideoPost {
  return {
    platform: 'youtube',
    accountId: 'account-1',
    title: 'Morning',
    privacy_status: 'public',
    made_for_kids: false,
    video: { source: videoFile(bytes) },
    ...over,
  }
}

export function publishCall(post: VideoPost = videoPost(), empty?: string): YouTubePublishCall & Quotas {
  return { ...accountCall(empty), writeId: 'publish-1', input: post, createdAt: now }
}
