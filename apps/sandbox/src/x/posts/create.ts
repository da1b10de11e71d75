import { type Call, type Endpoint, type EndpointResponse, person } from '../api/endpoint.ts'
import { addPost } from '../state.ts'
import { checkBody, parseJson } from '../wire/body.ts'
import type { PricedOperation } from '../wire/prices.ts'
import { attach } from './attach.ts'
import { POST_BODY } from './post-shape.ts'
import { wire } from './render-post.ts'
import { checkDuplicate, checkFeatures, checkReply, checkTags, checkText, holdsLink } from './rules.ts'

function priceOf(text: string, summoned: boolean): PricedOperation {
  if (summoned) return 'posts.create_summoned'
  return holdsLink(text) ? 'posts.create_with_url' : 'posts.create'
}

function handle(call: Call): EndpointResponse {
  const { backend, caller } = call
  const author = person(call)
  const body = checkBody(parseJson(call.request, call.body), POST_BODY)
  checkFeatures(body)
  checkText(author, body)
  checkTags(backend, body)
  const media = attach(backend, author, body)
  const parent = checkReply(backend, author, body)
  const { text = '', media: _attached, reply: _reply, ...settings } = body
  checkDuplicate(backend, author, text)
  const post = addPost(backend.state, {
    accountId: author.id,
    text,
    createdAt: backend.now(),
    inReplyToPostId: parent?.parent.id ?? null,
    media,
    settings: body.media?.tagged_user_ids ? { ...settings, tagged_user_ids: body.media.tagged_user_ids } : settings,
  })
  const operation = priceOf(text, parent?.summoned ?? false)
  backend.ledger.charge({ operation, clientId: caller.app.clientId, accountId: author.id })
  const history = backend.options.vocabulary === 'post' ? 'edit_history_post_ids' : 'edit_history_tweet_ids'
  return { status: 201, body: { data: { id: post.id, text: wire(backend, post).text, [history]: [post.id] } } }
}

/**
 * The endpoint that creates a post (`POST /2/tweets`).
 * @see https://docs.x.com/x-api/posts/create-post (read 2026-11-20)
 */
export const createPost: Endpoint = {
  operation: 'posts.create',
  method: 'POST',
  path: '/2/tweets',
  tokens: ['user'],
  scopes: ['tweet.read', 'tweet.write', 'users.read'],
  query: { parameters: {} },
  handle: handle,
}
