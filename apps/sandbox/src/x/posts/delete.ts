import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { forbidden, notFound, Problem } from '../wire/problem.ts'

function handle(call: Call): EndpointResponse {
  const { backend, caller, parameters } = call
  const id = parameters['id'] ?? ''
  const post = backend.state.posts.get(id)
  if (post === undefined)
    throw new Problem(404, { ...notFound({ type: 'tweet', parameter: 'id', value: id }), status: 404 })
  if (post.accountId !== person(call).id) throw forbidden('You are not authorized to delete this Tweet.')
  backend.state.posts.delete(id)
  backend.state.deletedPosts.push({ id, at: new Date(backend.now()).toISOString() })
  backend.ledger.charge({ operation: 'posts.delete', clientId: caller.app.clientId, accountId: post.accountId })
  return { body: { data: { deleted: true } } }
}

/**
 * The endpoint that deletes a post of the calling user (`DELETE /2/tweets/{id}`).
 * @see https://docs.x.com/x-api/posts/delete-post (read 2026-11-20)
 */
export const deletePost: Endpoint = {
  operation: 'posts.delete',
  method: 'DELETE',
  path: '/2/tweets/{id}',
  tokens: ['user'],
  scopes: ['tweet.read', 'tweet.write', 'users.read'],
  query: { parameters: {} },
  handle: handle,
}
