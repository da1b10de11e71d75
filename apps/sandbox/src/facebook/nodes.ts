import type { App } from '../meta/apps.ts'
import { READ_SCOPES, requireOwnPage, requirePublishing, requireReading } from '../meta/authority.ts'
import { type Family, type Finder, finderOf, type GraphCall } from '../meta/graph/call.ts'
import type { Shape } from '../meta/graph/fields.ts'
import { unknownObject } from '../meta/graph/graph-error.ts'
import { allowOnly } from '../meta/graph/parameters.ts'
import { showNode } from '../meta/graph/show-node.ts'
import { readPageInsights } from '../meta/insights/page-insights.ts'
import { instagramFinders } from '../meta/instagram/nodes.ts'
import { MESSAGE_FINDERS, PAGE_MESSAGE_EDGES } from '../meta/messages/nodes.ts'
import { PAGE_SUBSCRIPTION_EDGES } from '../meta/push/subscriptions.ts'
import type { Business, Page, Person } from '../meta/state/people.ts'
import type { PagePost, Photo, Video } from '../meta/state/posts.ts'
import type { AppUpload, State } from '../meta/state/state.ts'
import { ADS_FINDERS, BUSINESS_ADS, PAGE_ADS, PERSON_ADS } from './ads/nodes.ts'
import { fillUpload, openUpload, readUpload } from './app-uploads.ts'
import { OBJECT_COMMENT_EDGES, POST_COMMENT_EDGES, pageComment } from './comments/edges.ts'
import { publishToFeed } from './feed.ts'
import * as lists from './lists.ts'
import { listPermissions, withdrawPermissions } from './oauth.ts'
import { isKept, uploadPhoto } from './photos.ts'
import { photoShape, postShape } from './post-shape.ts'
import { publishReel } from './reels.ts'
import { pageShape, personShape } from './shapes.ts'
import { settleVideos } from './video-file.ts'
import { videoShape } from './video-file-shape.ts'
import { publishVideo } from './videos.ts'

function owner(subject: { id: string; pageId: string }, call: GraphCall): Page {
  const page = call.state.pages.get(subject.pageId)
  if (page === undefined) throw unknownObject(subject.id, call.request.method)
  return page
}

/**
 * Returns the endpoints `GET` and `DELETE` of an object on a Page. Reading requires the Page's token and the
 * permissions `readScopes`, deleting (`remove`) those for publishing on the Page.
 */
function onPage<T extends { id: string; pageId: string }>(
  shape: Shape<T, GraphCall>,
  remove: (subject: T, call: GraphCall) => void,
  readScopes = ['pages_read_engagement'],
): Family<T>['edges'] {
  return {
    GET: (subject, call) => {
      requireReading(call, owner(subject, call), readScopes)
      return showNode(shape)(subject, call)
    },
    DELETE: (subject, call) => {
      requirePublishing(call, owner(subject, call))
      allowOnly(call.parameters, [])
      remove(subject, call)
      return { success: true }
    },
  }
}

const person: Family<Person> = {
  type: 'User',
  find: (id, { token, state }) =>
    token.kind === 'user' && token.grant.subjectId === id ? state.people.get(id) : undefined,
  edges: {
    GET: showNode(personShape),
    'GET accounts': lists.listPages,
    'GET permissions': listPermissions,
    'DELETE permissions': withdrawPermissions,
    ...PERSON_ADS,
  },
}

const page: Family<Page> = {
  type: 'Page',
  find: (id, { state }) => state.pages.get(id),
  usage: ({ id }) => ({ id, type: 'pages' }),
  edges: {
    GET: (subject, call) => {
      requireOwnPage(call, subject)
      return showNode(pageShape)(subject, call)
    },
    'POST photos': uploadPhoto,
    'POST feed': publishToFeed,
    'GET feed': lists.listPosts,
    'GET published_posts': lists.listPosts,
    'POST video_reels': publishReel,
    'GET video_reels': lists.listReels,
    'POST videos': publishVideo,
    'GET videos': lists.listVideos,
    'GET insights': readPageInsights,
    ...PAGE_ADS,
    ...PAGE_MESSAGE_EDGES,
    ...PAGE_SUBSCRIPTION_EDGES,
  },
}

function dropPost(id: string, { pagePosts, comments }: State): void {
  pagePosts.delete(id)
  comments.facebook.removePost(id)
}

function removePost({ id, objectIds }: PagePost, { state }: GraphCall): void {
  dropPost(id, state)
  for (const objectId of objectIds) {
    state.photos.delete(objectId)
    state.videos.delete(objectId)
  }
}

const post: Family<PagePost> = {
  type: 'PagePost',
  find(id, { state, settings }) {
    settleVideos(state, settings.videoMs)
    return state.pagePosts.get(id)
  },
  usage: ({ pageId }) => ({ id: pageId, type: 'pages' }),
  edges: { ...onPage(postShape, removePost, READ_SCOPES), ...POST_COMMENT_EDGES },
}

/** Deletes a photo, also from its post. A post is deleted with its last photo. */
function removePhoto({ id, postId }: Photo, { state }: GraphCall): void {
  state.photos.delete(id)
  const post = state.pagePosts.get(postId ?? '')
  if (post === undefined) return
  const at = post.objectIds.indexOf(id)
  if (post.objectIds.length <= 1 || at === -1) {
    dropPost(post.id, state)
    return
  }
  post.objectIds.splice(at, 1)
  post.media.splice(at, 1)
  if (post.objectIds.length === 1) post.kind = 'image'
}

const photo: Family<Photo> = {
  type: 'Photo',
  find(id, { state }) {
    const found = state.photos.get(id)
    return found !== undefined && isKept(found, state.now()) ? found : undefined
  },
  usage: ({ pageId }) => ({ id: pageId, type: 'pages' }),
  edges: {
    ...onPage(photoShape, removePhoto),
    ...OBJECT_COMMENT_EDGES,
  },
}

const video: Family<Video> = {
  type: 'Video',
  find(id, { state, settings }) {
    settleVideos(state, settings.videoMs)
    return state.videos.get(id)
  },
  usage: ({ pageId }) => ({ id: pageId, type: 'pages' }),
  edges: {
    ...onPage(videoShape, ({ id, postId }, { state }) => {
      state.videos.delete(id)
      if (postId !== null) dropPost(postId, state)
    }),
    ...OBJECT_COMMENT_EDGES,
  },
}

const business: Family<Business> = {
  type: 'Business',
  find: (id, { state, token }) =>
    state.people.get(token.grant.subjectId)?.businessIds.includes(id) === true ? state.businesses.get(id) : undefined,
  edges: { 'GET owned_pages': lists.listOwnedPages, 'GET client_pages': lists.listClientPages, ...BUSINESS_ADS },
}

const application: Family<App> = {
  type: 'Application',
  find: (id, { app }) => (id === app.id ? app : undefined),
  edges: { 'POST uploads': openUpload },
}

const upload: Family<AppUpload> = {
  type: 'UploadSession',
  find(id, { state, token }) {
    const found = state.appUploads.get(id)
    return found?.personId === token.grant.subjectId ? found : undefined
  },
  edges: { POST: fillUpload, GET: readUpload },
}

/**
 * The finders of graph.facebook.com, one for each node type. A finder returns the object with an id and its endpoints,
 * or undefined if its node type has no such object.
 */
export const FACEBOOK_FINDERS: Finder[] = [
  finderOf(person),
  finderOf(page),
  finderOf(post),
  finderOf(pageComment),
  finderOf(photo),
  finderOf(video),
  finderOf(business),
  finderOf(application),
  finderOf(upload),
  ...ADS_FINDERS,
  ...instagramFinders,
  ...MESSAGE_FINDERS,
]
