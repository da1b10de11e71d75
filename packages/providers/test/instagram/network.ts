import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import nock from 'nock'
import type { App, AppCall, CallContext, JsonObject } from '../../src/call-context.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost, PublishCall } from '../../src/ports/publish.ts'

// Importing it replaces the sockets of the whole process; other files may need real ones.
nock.restore()

export const graph = 'https://graph.instagram.com'
export const facebookGraph = 'https://graph.facebook.com'
export const api = 'https://api.instagram.com'
export const accountId = '17841400123456789'
export const now = new Date('2026-11-20T12:00:00.000Z')

export const app: App = {
  hosts: {
    web: 'https://www.instagram.com',
    api,
    graph,
    facebookWeb: 'https://www.facebook.com',
    facebookGraph,
  },
  secrets: {
    clientId: 'ig-app',
    clientSecret: 'ig-secret',
    facebookClientId: 'meta-app',
    facebookClientSecret: 'meta-secret',
  },
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

export function appCall(over: Partial<AppCall> = {}): AppCall {
  return { app, outbound, signal: new AbortController().signal, now: () => now, requestId: 'req-1', ...over }
}

export const instagramCredentials = {
  login: 'instagram_login',
  accessToken: 'IGAA.long',
  issuedAt: '2026-11-01T12:00:00.000Z',
  expiresAt: '2026-12-31T12:00:00.000Z',
}

export const facebookCredentials = {
  login: 'facebook_login',
  accessToken: 'EAA.page',
  pageId: '104512345678901',
  userToken: 'EAA.user',
}

const nothing = () => Promise.reject(new Error('Instagram has no budgets of ours'))

export function accountCall(credentials: JsonObject = instagramCredentials): CallContext {
  const account = {
    accountId: 'account-1',
    providerId: accountId,
    displayIdentifier: 'lindqvist.bakery',
    authMethod: null,
    scopes: [],
    credentials,
  }
  return { ...appCall(), account, spend: nothing, exhausted: nothing, pace: nothing, bill: nothing }
}

export function image(name = 'one'): MediaSource {
  return {
    mediaId: name,
    contentType: 'image/jpeg',
    bytes: 1000,
    sha256: '',
    width: 1080,
    height: 1080,
    durationSeconds: null,
    open: () => {
      throw new Error('Instagram is given links only')
    },
    link: async () => ({ url: `https://carillon.example/media/${name}.jpg` }),
  }
}

export type Post = PreparedPost<'instagram'>

export function singlePost(over: Partial<Post> = {}): Post {
  return { platform: 'instagram', accountId: 'account-1', caption: 'Rye today', image: { source: image() }, ...over }
}

export function carouselPost(over: Partial<Post> = {}): Post {
  const images = ['one', 'two', 'three'].map((name) => ({ source: image(name) }))
  return { platform: 'instagram', accountId: 'account-1', caption: 'Rye today', images, ...over }
}

export function publishCall(post: Post = singlePost(), credentials?: JsonObject): PublishCall<'instagram'> {
  return { ...accountCall(credentials), publishId: 'publish-1', post, createdAt: now }
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
