import { requireInstagram } from '../authority.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError, invalidParameter } from '../graph/graph-error.ts'
import { DAY_MS } from '../graph/graph-time.ts'
import { allowOnly } from '../graph/parameters.ts'
import type { InstagramAccount } from '../state/people.ts'
import type { Container, InstagramPost } from '../state/posts.ts'
import { readContainerImage } from './container-image.ts'
import { captionOf, collaboratorsOf, kindOf } from './container-parameters.ts'
import { type ContainerStatus, containerStatus } from './containers.ts'
import { instagramError } from './errors.ts'

const CONTAINERS_A_DAY = 400
const CAROUSEL = { min: 2, max: 10 }

function rejectTooMany(account: InstagramAccount, { state }: GraphCall): void {
  const since = state.now() - DAY_MS
  const made = [...state.containers.values()].filter(
    ({ accountId, createdAt }) => accountId === account.id && createdAt > since,
  )
  if (made.length >= CONTAINERS_A_DAY)
    throw new GraphError('(#9) Too many media containers were made today', { code: 9, status: 403 })
}

function childOf(id: unknown, account: InstagramAccount, { state, settings }: GraphCall): Container {
  const child = typeof id === 'string' ? state.containers.get(id) : undefined
  if (child?.kind !== 'child' || child.accountId !== account.id)
    throw invalidParameter(`Invalid carousel item ${String(id)}`)
  const status = containerStatus(child, state.now(), settings.imageMs)
  if (status === 'IN_PROGRESS') throw instagramError('notReady')
  if (status === 'EXPIRED') throw instagramError('expired')
  if (status !== 'FINISHED') throw instagramError('failed')
  return child
}

function childrenOf(account: InstagramAccount, call: GraphCall): Container[] {
  const ids = call.parameters.list('children', { commas: true }) ?? []
  if (ids.length < CAROUSEL.min || ids.length > CAROUSEL.max) throw instagramError('carouselSize')
  return ids.map((id) => childOf(id, account, call))
}

/**
 * Handles `POST /{account}/media`: creates a media container, which is published by a second call. Returns its id.
 * @throws GraphError if a permission is missing, a parameter is invalid, the image cannot be fetched or has the wrong
 *   format, size or aspect ratio, or the account has created 400 containers within 24 hours. An image that cannot be
 *   decoded is not rejected here: its container fails after it has been processed
 * @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20)
 */
export async function createContainer(account: InstagramAccount, call: GraphCall): Promise<unknown> {
  const { parameters, state } = call
  requireInstagram(call, account, 'publish')
  const kind = kindOf(parameters)
  const text = captionOf(parameters)
  const collaborators = collaboratorsOf(parameters)
  const isAiGenerated = parameters.flag('is_ai_generated') ?? false
  rejectTooMany(account, call)
  const children = kind === 'carousel' ? childrenOf(account, call) : []
  const content = kind === 'carousel' ? { medium: null, failure: null } : await readContainerImage(call)
  const id = state.nextId('178', 17)
  const made = { kind, text, collaborators, isAiGenerated, children, ...content }
  state.containers.set(id, { ...made, id, accountId: account.id, createdAt: state.now(), publishedAs: null })
  return { id }
}

/**
 * Returns the number of posts, a carousel being one, that an account has published through the API after `since` (ms
 * since the epoch), by default in the last 24 hours.
 */
export function publishedSince(
  account: InstagramAccount,
  { state }: GraphCall,
  since: number = state.now() - DAY_MS,
): number {
  return [...state.containers.values()].filter(({ accountId, kind, publishedAs }) => {
    if (accountId !== account.id || kind === 'child' || publishedAs === null) return false
    const post = state.instagramPosts.get(publishedAs)
    return post !== undefined && post.createdAt > since
  }).length
}

const REJECTED: Partial<Record<ContainerStatus, Parameters<typeof instagramError>[0]>> = {
  IN_PROGRESS: 'notReady',
  // Meta's table has no row for a container that is out already; the one that makes a caller look again does least
  // harm.
  PUBLISHED: 'notReady',
  EXPIRED: 'expired',
  ERROR: 'failed',
}

function toPost(container: Container, { state }: GraphCall): InstagramPost {
  const parts = container.kind === 'carousel' ? container.children : [container]
  const media = parts.flatMap(({ medium }) => (medium === null ? [] : [{ ...medium, id: state.nextId('179', 17) }]))
  const { accountId, text, collaborators, isAiGenerated } = container
  return {
    id: state.nextId('179', 17),
    accountId,
    kind: container.kind === 'carousel' ? 'CAROUSEL_ALBUM' : 'IMAGE',
    text,
    media,
    collaborators,
    isAiGenerated,
    shortcode: state.secret(11),
    createdAt: state.now(),
    likedBy: [],
  }
}

/**
 * Handles `POST /{account}/media_publish`: publishes a media container and returns the id of the post.
 * @throws GraphError if a permission is missing, the container is unknown, an item of a carousel, not ready, already
 *   published, expired or failed, or the account's daily limit is reached
 * @see https://developers.facebook.com/documentation/instagram-platform/content-publishing (read 2026-11-20)
 */
export function publishContainer(account: InstagramAccount, call: GraphCall): unknown {
  const { parameters, state, settings } = call
  requireInstagram(call, account, 'publish')
  allowOnly(parameters, ['creation_id'])
  const container = state.containers.get(parameters.required('creation_id'))
  if (container === undefined || container.accountId !== account.id) throw instagramError('noContainer')
  if (container.kind === 'child') throw invalidParameter('A carousel item cannot be published by itself')
  const rejection = REJECTED[containerStatus(container, state.now(), settings.imageMs)]
  if (rejection !== undefined) throw instagramError(rejection)
  if (publishedSince(account, call) >= settings.instagramQuota) throw instagramError('quota')
  const post = toPost(container, call)
  state.instagramPosts.set(post.id, post)
  for (const one of [container, ...container.children]) one.publishedAs = post.id
  return { id: post.id }
}
