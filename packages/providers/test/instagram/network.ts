import type { App, AppCall } from '../../src/call-context.ts'
import type {
  Credentials,
  FacebookLoginCredentials,
  InstagramCall,
  InstagramLoginCredentials,
  InstagramPublishCall,
} from '../../src/instagram/credentials.ts'
import type { MediaSource } from '../../src/media-source.ts'
import type { PreparedPost } from '../../src/ports/publish.ts'
import { callFor, callOf, mediaOf, now } from '../fake-call.ts'

export const graph = 'https://graph.instagram.com'
export const facebookGraph = 'https://graph.facebook.com'
export const api = 'https://api.instagram.com'
export const accountId = '17841400123456789'

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

export function appCall(over: Partial<AppCall> = {}): AppCall {
  return callOf(app, over)
}

export const instagramCredentials: InstagramLoginCredentials = {
  login: 'instagram_login',
  accessToken: 'IGAA.long',
  issuedAt: '2026-11-01T12:00:00.000Z',
  expiresAt: '2026-12-31T12:00:00.000Z',
}

export const facebookCredentials: FacebookLoginCredentials = {
  login: 'facebook_login',
  accessToken: 'EAA.page',
  pageId: '104512345678901',
  userToken: 'EAA.user',
  dataAccessExpiresAt: null,
  mayPublish: true,
}

export function accountCall(credentials: Credentials = instagramCredentials): InstagramCall {
  return callFor(appCall(), { providerId: accountId, displayIdentifier: 'lindqvist.bakery', credentials })
}

/** An image, given as a link only. */
export function image(name = 'one'): MediaSource {
  return mediaOf({
    mediaId: name,
    contentType: 'image/jpeg',
    width: 1080,
    height: 1080,
    link: async () => ({ url: `https://carillon.example/media/${name}.jpg` }),
  })
}

export type Post = PreparedPost<'instagram'>

export function singlePost(over: Partial<Post> = {}): Post {
  return { platform: 'instagram', accountId: 'account-1', caption: 'Rye today', image: { source: image() }, ...over }
}

export function carouselPost(over: Partial<Post> = {}): Post {
  const images = ['one', 'two', 'three'].map((name) => ({ source: image(name) }))
  return { platform: 'instagram', accountId: 'account-1', caption: 'Rye today', images, ...over }
}

export function publishCall(post: Post = singlePost(), credentials?: Credentials): InstagramPublishCall {
  return { ...accountCall(credentials), writeId: 'publish-1', input: post, createdAt: now }
}
