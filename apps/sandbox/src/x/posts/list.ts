import type { Call, Endpoint, EndpointResponse } from '../api/endpoint.ts'
import { postParameters, readView } from '../api/vocabulary.ts'
import { accountById, newestFirst, type Post } from '../state.ts'
import { invalid, notFound } from '../wire/problem.ts'
import { between, listOf, matching, moment } from '../wire/query.ts'
import { includesAndErrors } from './envelope.ts'
import { renderPost } from './render-post.ts'

const REACH = 3_200
const PAGE = 10

type Query = Record<string, string>

/** Builds the token of a page: its direction and the id of the post that it follows (`next`) or precedes. */
function toToken(way: 'next' | 'previous', id: string): string {
  return Buffer.from(JSON.stringify([way, id])).toString('base64url')
}

function fromToken(token: string | undefined): { way: string; id: bigint } | undefined {
  if (token === undefined) return undefined
  try {
    const [way, id] = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    if (way === 'next' || way === 'previous') return { way, id: BigInt(id) }
  } catch {
    // Falls through to the rejection: the token was never given by this list.
  }
  throw invalid('pagination_token', 'The `pagination_token` query parameter value is not valid', token)
}

function isWanted({ id, createdAt, inReplyToPostId }: Post, query: Query): boolean {
  const { start_time, end_time, since_id, until_id, exclude = '' } = query
  if (exclude.split(',').includes('replies') && inReplyToPostId !== null) return false
  if (start_time !== undefined && createdAt < Date.parse(start_time)) return false
  if (end_time !== undefined && createdAt >= Date.parse(end_time)) return false
  if (since_id !== undefined && BigInt(id) <= BigInt(since_id)) return false
  return until_id === undefined || BigInt(id) < BigInt(until_id)
}

function cut(posts: Post[], query: Query): { page: Post[]; newer: boolean; older: boolean } {
  const size = Number(query['max_results'] ?? PAGE)
  const place = fromToken(query['pagination_token'])
  const after = posts.findIndex(({ id }) => place !== undefined && BigInt(id) < place.id)
  const notNewer = posts.findIndex(({ id }) => place !== undefined && BigInt(id) <= place.id)
  const end = posts.length
  let from = 0
  if (place?.way === 'next') from = after === -1 ? end : after
  if (place?.way === 'previous') from = Math.max(0, (notNewer === -1 ? end : notNewer) - size)
  return { page: posts.slice(from, from + size), newer: from > 0, older: from + size < end }
}

function meta(page: Post[], { newer, older }: { newer: boolean; older: boolean }): Record<string, unknown> {
  const [newest, oldest] = [page[0], page.at(-1)]
  if (newest === undefined || oldest === undefined) return { result_count: 0 }
  return {
    result_count: page.length,
    newest_id: newest.id,
    oldest_id: oldest.id,
    ...(older ? { next_token: toToken('next', oldest.id) } : {}),
    ...(newer ? { previous_token: toToken('previous', newest.id) } : {}),
  }
}

function handle({ backend, caller, parameters, query }: Call): EndpointResponse {
  const id = parameters['id'] ?? ''
  if (accountById(backend.state, id) === undefined) {
    return { body: { errors: [notFound({ type: 'user', parameter: 'id', value: id })] } }
  }
  if (query['start_time'] && query['end_time'] && Date.parse(query['start_time']) >= Date.parse(query['end_time'])) {
    throw invalid('end_time', '`end_time` must be later than `start_time`', query['end_time'])
  }
  const reachable = newestFirst(backend.state)
    .filter(({ accountId }) => accountId === id)
    .slice(0, REACH)
  const { page, ...rest } = cut(
    reachable.filter((post) => isWanted(post, query)),
    query,
  )
  const reader = caller.account?.id ?? null
  const resources = page.map((post) => post.id)
  backend.ledger.charge({ operation: 'posts.read', clientId: caller.app.clientId, accountId: reader, resources })
  const view = readView(query, backend.options.vocabulary)
  const data = page.map((post) => renderPost(backend, post, view, reader))
  return {
    body: {
      ...(data.length > 0 ? { data } : {}),
      ...includesAndErrors(backend, page, { view, reader }),
      meta: meta(page, rest),
    },
  }
}

/**
 * The endpoint that lists the posts of a user, newest first (`GET /2/users/{id}/tweets`). Only the newest 3,200 are
 * reachable. For an unknown user, the response is 200 with `errors`.
 * @see https://docs.x.com/x-api/users/get-posts (read 2026-11-20)
 */
export const listPosts: Endpoint = {
  operation: 'posts.list',
  method: 'GET',
  path: '/2/users/{id}/tweets',
  tokens: ['user', 'app'],
  scopes: ['tweet.read', 'users.read'],
  query: (spoken) => ({
    parameters: {
      max_results: between(5, 100),
      pagination_token: matching(/^.+$/),
      start_time: moment,
      end_time: moment,
      since_id: matching(/^[0-9]{1,19}$/),
      until_id: matching(/^[0-9]{1,19}$/),
      exclude: listOf(['replies', 'retweets']),
      ...postParameters(spoken),
    },
  }),
  handle: handle,
}
