import { createHash } from 'node:crypto'
import type { FacebookCall, FacebookCredentials, FacebookPublishCall } from '../../src/facebook/credentials.ts'
import type { App, AppCall, MediaSource } from '../../src/index.ts'
import { callFor, callOf, mediaOf, now } from '../fake-call.ts'

const web = 'https://www.facebook.com'
export const graph = 'https://graph.facebook.com'
export const upload = 'https://rupload.facebook.com'
export const pageId = '104512345678901'
export const userId = '122101234567890'

export const app: App = {
  hosts: { web, graph, upload },
  secrets: { clientId: '612345678901234', clientSecret: 'app-secret' },
  publicUrl: 'https://carillon.example',
}

export const credentials: FacebookCredentials = {
  userId,
  userToken: 'user-token',
  userTokenExpiresAt: '2027-01-19T12:00:00.000Z',
  dataAccessExpiresAt: '2027-02-18T12:00:00.000Z',
  page: { pageId, pageToken: 'page-token' },
}

export function appCall(over: Partial<AppCall> = {}): AppCall {
  return callOf(app, over)
}

const scopes = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content']

/** A call on behalf of the Page. */
export function accountCall(account: Partial<FacebookCall['account']> = {}, call: AppCall = appCall()): FacebookCall {
  return callFor(call, { providerId: pageId, displayIdentifier: 'lindqvistbakery', scopes, credentials, ...account })
}

/** The account of a person who connected without a Page. */
export const withoutPage = { providerId: userId, credentials: { ...credentials, page: null } }

export function source(bytes: Uint8Array, contentType = 'image/jpeg'): MediaSource {
  return mediaOf({
    contentType,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: 1080,
    height: 1920,
    async *open(range = { start: 0, end: bytes.length - 1 }) {
      yield bytes.subarray(range.start, range.end + 1)
    },
  })
}

export type Call = FacebookPublishCall

export function publishCall(post: Partial<Call['input']>, call: FacebookCall = accountCall()): Call {
  const whole = { platform: 'facebook', accountId: 'account-1', ...post } as Call['input']
  return { ...call, writeId: 'publish-1', input: whole, createdAt: now }
}
