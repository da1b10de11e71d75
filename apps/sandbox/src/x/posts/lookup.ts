import type { Call, Endpoint, EndpointResponse } from '../api/endpoint.ts'
import { postParameters, readView } from '../api/vocabulary.ts'
import { notFound } from '../wire/problem.ts'
import { listOf } from '../wire/query.ts'
import { includesAndErrors } from './envelope.ts'
import { renderPost } from './render-post.ts'

const MAX_IDS = 100

function find({ backend, caller, query }: Call, ids: string[], parameter: 'id' | 'ids') {
  const posts = ids.flatMap((id) => backend.state.posts.get(id) ?? [])
  const gone = ids.filter((id) => !backend.state.posts.has(id))
  const reader = caller.account?.id ?? null
  const resources = posts.map(({ id }) => id)
  backend.ledger.charge({ operation: 'posts.read', clientId: caller.app.clientId, accountId: reader, resources })
  const view = readView(query, backend.options.vocabulary)
  const { errors = [], ...rest } = includesAndErrors(backend, posts, { view, reader })
  const all = [...gone.map((value) => notFound({ type: 'tweet', parameter, value })), ...errors]
  return {
    data: posts.map((post) => renderPost(backend, post, view, reader)),
    rest: { ...rest, ...(all.length > 0 ? { errors: all } : {}) },
  }
}

function handleMany(call: Call): EndpointResponse {
  const { data, rest } = find(call, call.query['ids']?.split(',') ?? [], 'ids')
  return { body: { ...(data.length > 0 ? { data } : {}), ...rest } }
}

/** Returns a post. If the post does not exist, the response is 200 with `errors` and without `data`. */
function handleOne(call: Call): EndpointResponse {
  const { data, rest } = find(call, [call.parameters['id'] ?? ''], 'id')
  return { body: { ...(data[0] === undefined ? {} : { data: data[0] }), ...rest } }
}

const READ = { method: 'GET', tokens: ['user', 'app'], scopes: ['tweet.read', 'users.read'] } as const

/**
 * The endpoint that returns up to 100 posts by their ids (`GET /2/tweets`); missing ones are listed in `errors`.
 * @see https://docs.x.com/x-api/posts/get-posts-by-ids (read 2026-11-20)
 */
export const lookUpPosts: Endpoint = {
  ...READ,
  operation: 'posts.lookup',
  path: '/2/tweets',
  query: (spoken) => ({
    parameters: { ids: listOf(/^[0-9]{1,19}$/, MAX_IDS), ...postParameters(spoken) },
    required: ['ids'],
  }),
  handle: handleMany,
}

/**
 * The endpoint that returns a post by its id (`GET /2/tweets/{id}`); for a missing one, 200 with `errors`.
 * @see https://docs.x.com/x-api/posts/get-post-by-id (read 2026-11-20)
 */
export const getPost: Endpoint = {
  ...READ,
  operation: 'posts.get',
  path: '/2/tweets/{id}',
  query: (spoken) => ({ parameters: postParameters(spoken) }),
  handle: handleOne,
}
