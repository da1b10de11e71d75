import { newestFirst } from '../../newest-first.ts'
import { reachesInstagram, requireInstagram } from '../authority.ts'
import { INSTAGRAM_POST_EDGES, instagramComment } from '../comments/instagram-edges.ts'
import { type Family, type Finder, finderOf, type GraphCall, linkTo, selectionsOf } from '../graph/call.ts'
import { type FieldSelection, show } from '../graph/fields.ts'
import { invalidParameter, nonexistingField } from '../graph/graph-error.ts'
import { DAY_MS, SECOND_MS } from '../graph/graph-time.ts'
import { cutPage, PAGING_PARAMETERS, within } from '../graph/paging.ts'
import { allowOnly } from '../graph/parameters.ts'
import { showNode } from '../graph/show-node.ts'
import { readInstagramInsights } from '../insights/instagram-insights.ts'
import { instagramMessageEdges } from '../messages/nodes.ts'
import { INSTAGRAM_SUBSCRIPTION_EDGES } from '../push/subscriptions.ts'
import type { InstagramAccount } from '../state/people.ts'
import type { Container, InstagramPost } from '../state/posts.ts'
import { createContainer, publishContainer, publishedSince } from './publish.ts'
import {
  accountShape,
  type CarouselChild,
  containerShape,
  mediaShape,
  ownAccountShape,
  showChild,
  showChildren,
} from './shapes.ts'

const QUOTA_SECONDS = 86_400

function showAccount(account: InstagramAccount, call: GraphCall): unknown {
  requireInstagram(call, account, 'read')
  allowOnly(call.parameters, ['fields'])
  const shape = call.login === 'instagram' ? ownAccountShape : accountShape
  const shown = show(shape, account, selectionsOf(call), call)
  const wrapped = call.login === 'instagram' && call.path === 'me' && call.settings.instagramResponses === 'documented'
  return wrapped ? { data: [shown] } : shown
}

function listMedia(account: InstagramAccount, call: GraphCall): unknown {
  requireInstagram(call, account, 'read')
  allowOnly(call.parameters, ['fields', ...PAGING_PARAMETERS])
  const selections = selectionsOf(call)
  const own = [...call.state.instagramPosts.values()].filter(({ accountId }) => accountId === account.id)
  const newest = newestFirst(within(own, call.parameters), ({ createdAt }) => createdAt)
  const { items, paging } = cutPage(newest, call.parameters, {
    usual: 25,
    max: 100,
    link: (cursor) => linkTo(call, cursor),
  })
  return { data: items.map((post) => show(mediaShape, post, selections, call)), ...(paging && { paging }) }
}

const USUAL_LIMIT_FIELDS: FieldSelection[] = [{ name: 'quota_usage', modifiers: {}, fields: undefined }]

/**
 * Returns the parameter `since` (Unix seconds) in ms since the epoch; undefined if it was not sent.
 * @throws GraphError with code 100 if it is not a time, or older than 24 hours
 */
function sinceOf({ parameters, state }: GraphCall): number | undefined {
  const since = parameters.whole('since')
  if (since === undefined) return undefined
  if (since * SECOND_MS < state.now() - DAY_MS) throw invalidParameter('Param since must not be older than 24 hours')
  return since * SECOND_MS
}

/**
 * Handles `GET /{account}/content_publishing_limit`: returns how many posts the account has published through the API
 * since `since`, by default in the last 24 hours, and, with the field `config`, how many it may publish.
 * @see https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (read 2026-11-20)
 */
function publishingLimit(account: InstagramAccount, call: GraphCall): unknown {
  requireInstagram(call, account, 'publish')
  allowOnly(call.parameters, ['fields', 'since'])
  const values: Record<string, unknown> = {
    quota_usage: publishedSince(account, call, sinceOf(call)),
    config: { quota_total: call.settings.instagramQuota, quota_duration: QUOTA_SECONDS },
  }
  const row: Record<string, unknown> = {}
  for (const { name } of selectionsOf(call) ?? USUAL_LIMIT_FIELDS) {
    if (!Object.hasOwn(values, name)) throw nonexistingField(name, 'ContentPublishingLimitResponse')
    row[name] = values[name]
  }
  return { data: [row] }
}

function visible(id: string, call: GraphCall): InstagramAccount | undefined {
  const account = call.state.instagramAccounts.get(id)
  return account !== undefined && reachesInstagram(call, account) ? account : undefined
}

const account: Family<InstagramAccount> = {
  type: 'IGUser',
  find: visible,
  usage: ({ id }) => ({ id, type: 'instagram' }),
  edges: {
    GET: showAccount,
    'POST media': createContainer,
    'GET media': listMedia,
    'POST media_publish': publishContainer,
    'GET content_publishing_limit': publishingLimit,
    'GET insights': readInstagramInsights,
    ...instagramMessageEdges(),
    ...INSTAGRAM_SUBSCRIPTION_EDGES,
  },
}

function requireRead(accountId: string, call: GraphCall): void {
  const owner = visible(accountId, call)
  if (owner !== undefined) requireInstagram(call, owner, 'read')
}

/**
 * Builds `find` and `usage` of a node type whose objects belong to Instagram accounts. `shelf` returns all objects of
 * the type, keyed by id. `find` returns only an object of an account to which the token gives access; `usage` returns
 * that account.
 */
function heldIn<Held extends { accountId: string }>(
  shelf: (state: GraphCall['state']) => ReadonlyMap<string, Held>,
): Required<Pick<Family<Held>, 'find' | 'usage'>> {
  return {
    find(id, call) {
      const found = shelf(call.state).get(id)
      return found !== undefined && visible(found.accountId, call) ? found : undefined
    },
    usage: ({ accountId }) => ({ id: accountId, type: 'instagram' }),
  }
}

const container: Family<Container> = {
  type: 'IGContainer',
  ...heldIn(({ containers }) => containers),
  edges: {
    GET(subject, call) {
      requireRead(subject.accountId, call)
      return showNode(containerShape)(subject, call)
    },
  },
}

const media: Family<InstagramPost> = {
  type: 'IGMedia',
  ...heldIn(({ instagramPosts }) => instagramPosts),
  edges: {
    GET(subject, call) {
      requireRead(subject.accountId, call)
      return showNode(mediaShape)(subject, call)
    },
    'GET children': (subject, call) => {
      requireRead(subject.accountId, call)
      allowOnly(call.parameters, ['fields'])
      return { data: subject.kind === 'CAROUSEL_ALBUM' ? showChildren(subject, selectionsOf(call), call) : [] }
    },
    ...INSTAGRAM_POST_EDGES,
  },
}

const child: Family<CarouselChild> = {
  type: 'IGMedia',
  find(id, call) {
    for (const post of call.state.instagramPosts.values()) {
      const medium = post.kind === 'CAROUSEL_ALBUM' ? post.media.find((one) => one.id === id) : undefined
      if (medium !== undefined) return visible(post.accountId, call) && { post, medium }
    }
    return undefined
  },
  edges: {
    GET(subject, call) {
      requireRead(subject.post.accountId, call)
      allowOnly(call.parameters, ['fields'])
      return showChild(subject, selectionsOf(call), call)
    },
  },
}

/**
 * The finders of Instagram accounts, containers, posts, carousel images and comments, for both Graph hosts. A finder
 * returns the object with an id and its endpoints, or undefined if there is none to which the token gives access.
 */
export const instagramFinders: Finder[] = [
  finderOf(account),
  finderOf(container),
  finderOf(media),
  finderOf(child),
  finderOf(instagramComment),
]
