import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import nock from 'nock'
import type { App, AppCall, CallContext } from '../../src/call-context.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost, PublishCall } from '../../src/ports/publish.ts'
import { wantedScopes } from '../../src/tiktok/scopes.ts'

// Importing it replaces the sockets of the whole process; other files may need real ones.
nock.restore()

export const api = 'https://business-api.tiktok.com'
export const v13 = '/open_api/v1.3'
export const now = new Date('2026-11-20T12:00:00.000Z')

export const app: App = {
  hosts: { web: 'https://www.tiktok.com', api },
  secrets: { clientId: 'app-1', clientSecret: 'secret-1' },
  publicUrl: 'https://carillon.example',
}

export const outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })

/** Puts nock before the network: a call that nobody expected fails, and so does a test whose expected call was not made. */
export function intercept(): void {
  before(() => {
    nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => {
    const pending = nock.pendingMocks()
    nock.cleanAll()
    if (pending.length > 0) throw new Error(`expected calls were not made: ${pending.join(', ')}`)
  })
  after(() => {
    nock.enableNetConnect()
    nock.restore()
  })
}

export function appCall(): AppCall {
  return { app, outbound, signal: new AbortController().signal, now: () => now, requestId: 'req-1' }
}

export interface Paced {
  /** The keys of the rate, in the order in which places were taken. */
  paced: string[]
}

export interface CallWish {
  scopes?: readonly string[]
  /** The endpoint in whose rate no place is left. */
  full?: string
  now?: Date
}

export function accountCall({ scopes = wantedScopes, full, now: moment = now }: CallWish = {}): CallContext & Paced {
  const paced: string[] = []
  return {
    ...appCall(),
    now: () => moment,
    paced,
    account: {
      accountId: 'account-1',
      providerId: 'open-1',
      displayIdentifier: 'acme',
      authMethod: null,
      scopes,
      credentials: { accessToken: 'act.first', refreshToken: 'rft.first' },
    },
    spend: () => Promise.reject(new Error('TikTok has no budget by the day')),
    exhausted: () => Promise.reject(new Error('TikTok has no budget by the day')),
    bill: () => Promise.reject(new Error('TikTok bills nothing')),
    async pace(rate, key) {
      if (full !== undefined && key.startsWith(full)) {
        throw new ProviderError('rate_limited', 'Slowly.', 'unsent', { retryAfter: 9 })
      }
      paced.push(`${rate} ${key}`)
    },
  }
}

function source(name: string, over: Partial<MediaSource>): MediaSource {
  return {
    mediaId: name,
    contentType: 'video/mp4',
    bytes: 1000,
    sha256: '',
    width: 720,
    height: 1280,
    durationSeconds: 6,
    open: () => {
      throw new Error('TikTok is given links, not bytes')
    },
    link: async () => ({ url: `https://carillon.example/media/${name}` }),
    ...over,
  }
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

export function videoPost(over: Partial<Post> = {}, film: Partial<MediaSource> = {}): Post {
  return { ...defaults, tiktok_title: 'Morning', video: { source: source('film.mp4', film) }, ...over }
}

export function photoPost(over: Partial<Post> = {}, count = 2): Post {
  const photos = Array.from({ length: count }, (_, index) => ({
    source: source(`photo-${index}.jpg`, { contentType: 'image/jpeg', durationSeconds: null }),
  }))
  return { ...defaults, photos, ...over }
}

export function publishCall(post: Post = videoPost(), wish: CallWish = {}): PublishCall<'tiktok'> & Paced {
  return { ...accountCall(wish), publishId: 'publish-1', post, createdAt: now }
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('it was expected to fail')
    },
    (error: unknown) => error,
  )
}
