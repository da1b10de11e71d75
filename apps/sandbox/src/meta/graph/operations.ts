import type { Request } from 'express'
import type { State } from '../state/state.ts'
import { adsOperationOf } from './ads-operations.ts'
import { decodeSegment } from './decode-segment.ts'

/** The operation names of calls, keyed by method and edge, which is the path segment after the id of an object. */
const EDGES: Record<string, string> = {
  'GET accounts': 'accounts.list',
  'GET businesses': 'businesses.list',
  'GET owned_pages': 'accounts.list',
  'GET client_pages': 'accounts.list',
  'GET permissions': 'permissions.list',
  'DELETE permissions': 'oauth.revoke',
  'POST photos': 'media.upload',
  'POST feed': 'posts.create',
  'GET feed': 'posts.list',
  'GET published_posts': 'posts.list',
  'POST video_reels': 'reels.publish',
  'GET video_reels': 'reels.list',
  'POST videos': 'videos.publish',
  'GET videos': 'videos.list',
  'POST uploads': 'uploads.open',
  'POST media': 'media.create',
  'GET media': 'posts.list',
  'POST media_publish': 'posts.create',
  'GET content_publishing_limit': 'quota.get',
  'GET children': 'posts.children',
  'GET insights': 'insights.get',
  'GET comments': 'comments.list',
  'POST comments': 'comments.create',
  'GET replies': 'comments.replies',
  'POST replies': 'comments.create',
  'GET conversations': 'conversations.list',
  'GET messages': 'messages.list',
  'POST messages': 'messages.send',
  'GET subscribed_apps': 'subscriptions.list',
  'POST subscribed_apps': 'subscriptions.create',
  'DELETE subscribed_apps': 'subscriptions.delete',
}

const ROOTS: Record<string, string> = {
  'GET access_token': 'oauth.token',
  'GET refresh_access_token': 'oauth.refresh',
  'GET oauth/access_token': 'oauth.token',
  'POST oauth/access_token': 'oauth.token',
  'GET debug_token': 'oauth.debug',
  'GET me': 'accounts.get',
}

const READS: [keyof State, string][] = [
  ['containers', 'media.status'],
  ['videos', 'media.status'],
  ['photos', 'media.get'],
  ['pages', 'accounts.get'],
  ['people', 'accounts.get'],
  ['instagramAccounts', 'accounts.get'],
  ['appUploads', 'media.status'],
  ['conversations', 'conversations.get'],
  ['directMessages', 'messages.get'],
]

const OF_COMMENT: Record<string, string> = {
  GET: 'comments.get',
  'GET comments': 'comments.replies',
  POST: 'comments.hide',
  DELETE: 'comments.delete',
}

function ofComment(call: string, id: string, { comments }: State): string | undefined {
  return comments.facebook.get(id) === undefined && comments.instagram.get(id) === undefined
    ? undefined
    : OF_COMMENT[call]
}

function ofObject(method: string, id: string, state: State): string {
  if (method === 'DELETE') return state.photos.has(id) ? 'media.delete' : 'posts.delete'
  if (method === 'POST') return id.startsWith('upload:') ? 'media.upload' : 'objects.update'
  const read = READS.find(([name]) => {
    const held = state[name]
    return held instanceof Map && held.has(id)
  })
  return read?.[1] ?? 'posts.get'
}

/**
 * Returns the name of the operation of a call, such as `posts.create`, for faults and the journal; the method and edge
 * if it has no name; undefined for dialogs and images.
 */
export function operationOf({ method, path }: Pick<Request, 'method' | 'path'>, state: State): string | undefined {
  const segments = path.split('/').filter((segment) => segment !== '')
  if (/^v\d+\.\d+$/.test(segments[0] ?? '')) segments.shift()
  const [first = '', edge] = segments
  const whole = segments.join('/')
  if (first === 'profile-images' || whole === 'dialog/oauth' || whole === 'oauth/authorize') return undefined
  if (first === 'video-upload') return 'media.upload'
  const root = ROOTS[`${method} ${whole}`]
  if (root !== undefined) return root
  const ads = adsOperationOf(method, segments, state)
  if (ads !== undefined) return ads
  const comment = ofComment(edge === undefined ? method : `${method} ${edge}`, decodeSegment(first), state)
  if (comment !== undefined) return comment
  return edge === undefined
    ? ofObject(method, decodeSegment(first), state)
    : (EDGES[`${method} ${edge}`] ?? `${method} ${edge}`)
}
