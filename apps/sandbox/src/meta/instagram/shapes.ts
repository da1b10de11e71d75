import type { GraphCall } from '../graph/call.ts'
import { type Shape, show } from '../graph/fields.ts'
import { graphTime } from '../graph/graph-time.ts'
import type { InstagramAccount } from '../state/people.ts'
import type { Container, InstagramMedium, InstagramPost } from '../state/posts.ts'
import { containerStatus } from './containers.ts'

function postsOf({ id }: InstagramAccount, { state }: GraphCall): number {
  return [...state.instagramPosts.values()].filter(({ accountId }) => accountId === id).length
}

const ACCOUNT_FIELDS: Shape<InstagramAccount, GraphCall>['fields'] = {
  username: ({ username }) => username,
  name: ({ name }) => name,
  profile_picture_url: ({ id }, _selection, call) => `${call.context.baseUrl}/profile-images/${id}.jpg`,
  followers_count: ({ followers }) => followers,
  follows_count: ({ follows }) => follows,
  media_count: (account, _selection, call) => postsOf(account, call),
}

/**
 * The fields of an account in Graph API responses with Facebook Login.
 * @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user (read 2026-11-20)
 */
export const accountShape: Shape<InstagramAccount, GraphCall> = {
  type: 'IGUser',
  defaults: ['id'],
  fields: { id: ({ id }) => id, ...ACCOUNT_FIELDS },
  unset: ['biography', 'website', 'ig_id', 'has_profile_pic', 'is_published'],
}

/**
 * The fields of an account in responses with Instagram Login. `id` is scoped to the app; `user_id` is the id of the
 * account.
 */
export const ownAccountShape: Shape<InstagramAccount, GraphCall> = {
  type: 'IGUser',
  defaults: ['id'],
  fields: {
    id: ({ appScopedId }) => appScopedId,
    user_id: ({ id }) => id,
    account_type: ({ accountType }) => accountType,
    ...ACCOUNT_FIELDS,
  },
  unset: ['biography', 'website'],
}

function permalink({ shortcode }: InstagramPost): string {
  return `https://www.instagram.com/p/${shortcode}/`
}

function usernameOf({ accountId }: InstagramPost, { state }: GraphCall): string | undefined {
  return state.instagramAccounts.get(accountId)?.username
}

/** An image of a carousel as an object of its own. It has no permalink. */
export interface CarouselChild {
  post: InstagramPost
  medium: InstagramMedium
}

const childShape: Shape<CarouselChild, GraphCall> = {
  type: 'IGMedia',
  defaults: ['id'],
  fields: {
    id: ({ medium }) => medium.id,
    media_type: () => 'IMAGE',
    media_url: ({ medium }) => medium.held.url,
    alt_text: ({ medium }) => medium.held.altText,
    timestamp: ({ post }) => graphTime(post.createdAt),
    username: ({ post }, _selection, call) => usernameOf(post, call),
    owner: ({ post }) => ({ id: post.accountId }),
    shortcode: ({ post }) => post.shortcode,
  },
  unset: ['thumbnail_url', 'permalink', 'caption', 'comments_count', 'like_count', 'media_product_type'],
}

/**
 * The fields of an Instagram post in Graph API responses.
 * @see https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media (read 2026-11-20)
 */
export const mediaShape: Shape<InstagramPost, GraphCall> = {
  type: 'IGMedia',
  defaults: ['id'],
  fields: {
    id: ({ id }) => id,
    caption: ({ text }) => (text === '' ? undefined : text),
    alt_text: ({ kind, media }) => (kind === 'IMAGE' ? media[0]?.held.altText : undefined),
    media_type: ({ kind }) => kind,
    media_product_type: () => 'FEED',
    media_url: ({ media }) => media[0]?.held.url,
    permalink: (post) => permalink(post),
    shortcode: ({ shortcode }) => shortcode,
    timestamp: ({ createdAt }) => graphTime(createdAt),
    comments_count: ({ id }, _selection, { state }) => state.comments.instagram.count(id),
    like_count: ({ likedBy }) => likedBy.length,
    is_comment_enabled: () => true,
    username: (post, _selection, call) => usernameOf(post, call),
    owner: ({ accountId }) => ({ id: accountId }),
    children: (post, selection, call) =>
      post.kind === 'CAROUSEL_ALBUM' ? { data: showChildren(post, selection.fields, call) } : undefined,
  },
  unset: ['thumbnail_url', 'ig_id', 'is_shared_to_feed', 'boost_eligibility_info', 'copyright_check_information'],
}

/** Returns the images of a carousel with the selected fields, or only with their ids if `selections` is undefined. */
export function showChildren(post: InstagramPost, selections: Parameters<typeof show>[2], call: GraphCall): unknown[] {
  return post.media.map((medium) => show(childShape, { post, medium }, selections, call))
}

/** Returns one image of a carousel with the selected fields, or with only its id if `selections` is undefined. */
export function showChild(child: CarouselChild, selections: Parameters<typeof show>[2], call: GraphCall): unknown {
  return show(childShape, child, selections, call)
}

const STATUS_TEXTS = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
  ERROR: 'Error: Media upload has failed with error code',
}

/**
 * The fields of a media container in Graph API responses.
 * @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20)
 */
export const containerShape: Shape<Container, GraphCall> = {
  type: 'IGContainer',
  defaults: ['id'],
  fields: {
    id: ({ id }) => id,
    status_code: (container, _selection, { state, settings }) =>
      containerStatus(container, state.now(), settings.imageMs),
    status: (container, _selection, { state, settings }) => {
      const code = containerStatus(container, state.now(), settings.imageMs)
      return code === 'ERROR' ? `${STATUS_TEXTS.ERROR} ${container.failure}` : STATUS_TEXTS[code]
    },
  },
}
