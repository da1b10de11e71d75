import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import nock from 'nock'
import type { App, AppCall, CallContext } from '../../src/call-context.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost, PublishCall } from '../../src/ports/publish.ts'

// Importing it replaces the sockets of the whole process; other files may need real ones.
nock.restore()

export const api = 'https://www.googleapis.com'
export const oauth = 'https://oauth2.googleapis.com'
export const channelId = 'UCtheChannel'
export const now = new Date('2026-11-20T12:00:00.000Z')

export const app: App = {
  hosts: { accounts: 'https://accounts.google.com', oauth, api },
  secrets: { clientId: 'client-1', clientSecret: 'secret-1' },
  publicUrl: 'https://carillon.example',
}

const outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })

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

export interface Budgets {
  /** `budget units` of every taking, in order. */
  taken: string[]
  /** Budgets that the network called exhausted. */
  closed: string[]
}

/** A call on behalf of the channel; of the budget `empty` nothing is left. */
export function accountCall(empty?: string): CallContext & Budgets {
  const taken: string[] = []
  const closed: string[] = []
  return {
    ...appCall(),
    taken,
    closed,
    account: {
      accountId: 'account-1',
      providerId: channelId,
      displayIdentifier: '@channel',
      authMethod: null,
      scopes: [],
      credentials: { accessToken: 'ya29.access', refreshToken: '1//refresh', uploads: 'UUtheChannel' },
    },
    async spend(budget, units) {
      if (budget === empty) throw new ProviderError('quota_exhausted', 'spent', 'unsent', { retryAfter: 60 })
      taken.push(`${budget} ${units}`)
    },
    async exhausted(budget) {
      closed.push(budget)
    },
    pace: () => Promise.reject(new Error('YouTube has no rates of ours')),
    bill: () => Promise.reject(new Error('YouTube bills nothing')),
  }
}

/** The film's bytes: each the low byte of its place. */
export function filmBytes(start: number, end: number): Buffer {
  const pattern = Buffer.from(Array.from({ length: 256 }, (_, index) => (start + index) % 256))
  return Buffer.alloc(end - start + 1, pattern)
}

export function film(bytes: number): MediaSource {
  return {
    mediaId: 'media-1',
    contentType: 'video/mp4',
    bytes,
    sha256: '',
    width: 640,
    height: 360,
    durationSeconds: 2,
    async *open(range = { start: 0, end: bytes - 1 }) {
      yield filmBytes(range.start, range.end)
    },
    link: () => Promise.reject(new Error('YouTube is given no links')),
  }
}

export type VideoPost = PreparedPost<'youtube'>

export function videoPost(over: Partial<VideoPost> = {}, bytes = 1000): VideoPost {
  return {
    platform: 'youtube',
    accountId: 'account-1',
    title: 'Morning',
    privacy_status: 'public',
    made_for_kids: false,
    video: { source: film(bytes) },
    ...over,
  }
}

export function publishCall(post: VideoPost = videoPost(), empty?: string): PublishCall<'youtube'> & Budgets {
  return { ...accountCall(empty), publishId: 'publish-1', post, createdAt: now }
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
