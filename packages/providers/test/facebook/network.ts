import { createHash } from 'node:crypto'
import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import nock from 'nock'
import type { App, AppCall, CallContext, JsonObject, MediaSource, PublishCall } from '../../src/index.ts'

// Importing it replaces the sockets of the whole process; other files may need real ones.
nock.restore()

export const web = 'https://www.facebook.com'
export const graph = 'https://graph.facebook.com'
export const graphVideo = 'https://graph-video.facebook.com'
export const upload = 'https://rupload.facebook.com'
export const pageId = '104512345678901'
export const userId = '122101234567890'
export const now = new Date('2026-11-20T12:00:00.000Z')

export const app: App = {
  hosts: { web, graph, graphVideo, upload },
  secrets: { clientId: '612345678901234', clientSecret: 'app-secret' },
  publicUrl: 'https://carillon.example',
}

export const credentials: JsonObject = {
  userId,
  userToken: 'user-token',
  userTokenExpiresAt: '2027-01-19T12:00:00.000Z',
  dataAccessExpiresAt: '2027-02-18T12:00:00.000Z',
  page: { pageId, pageToken: 'page-token' },
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

export function appCall(more: { app?: App; outbound?: Outbound } = {}): AppCall {
  return { app, outbound, signal: new AbortController().signal, now: () => now, requestId: 'req-1', ...more }
}

const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content']

const unbilled = (): Promise<never> => Promise.reject(new Error('Facebook has neither budgets nor prices'))

/** A call on behalf of the Page. */
export function accountCall(account: Partial<CallContext['account']> = {}, call: AppCall = appCall()): CallContext {
  return {
    ...call,
    account: {
      accountId: 'account-1',
      providerId: pageId,
      displayIdentifier: 'lindqvistbakery',
      authMethod: null,
      scopes,
      credentials,
      ...account,
    },
    spend: unbilled,
    exhausted: unbilled,
    pace: unbilled,
    bill: unbilled,
  }
}

/** The account of a person who connected without a Page. */
export const withoutPage = { providerId: userId, credentials: { ...credentials, page: null } }

export function source(bytes: Uint8Array, contentType = 'image/jpeg'): MediaSource {
  return {
    mediaId: 'media-1',
    contentType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: 1080,
    height: 1920,
    durationSeconds: null,
    async *open(range = { start: 0, end: bytes.length - 1 }) {
      yield bytes.subarray(range.start, range.end + 1)
    },
    link: () => Promise.reject(new Error('Facebook is given no links')),
  }
}

export type Call = PublishCall<'facebook'>

export function publishCall(post: Partial<Call['post']>, call: CallContext = accountCall()): Call {
  const whole = { platform: 'facebook', accountId: 'account-1', ...post } as Call['post']
  return { ...call, publishId: 'publish-1', post: whole, createdAt: now }
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<Record<string, unknown>> {
  return promise.then(
    () => {
      throw new Error('it was expected to fail')
    },
    (error: unknown) => error as Record<string, unknown>,
  )
}
