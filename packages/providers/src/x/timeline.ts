import { ProviderError } from '../error-rules.ts'
import { isObject, listOf, objectOf, textOf } from '../json.ts'
import { lacking } from '../required-fields.ts'
import { callX } from './call-x.ts'
import type { XCall } from './credentials.ts'

/**
 * The two sets of names that X's documents have for the same fields. Unverified: which of them the servers accept
 * today. The names that all clients use are tried first. Only fields that the documentation of each endpoint lists are
 * requested.
 * @see https://docs.x.com/x-api/users/get-posts (OpenAPI 2.159 and 2.167, read 2026-11-20)
 */
const vocabularies = [
  {
    parameter: 'tweet.fields',
    fields: [
      ...['attachments', 'conversation_id', 'created_at', 'entities', 'in_reply_to_user_id', 'note_tweet'],
      ...['public_metrics', 'referenced_tweets', 'text'],
    ],
  },
  {
    parameter: 'post.fields',
    fields: [...['attachments', 'conversation_id', 'created_at', 'entities', 'note_post', 'public_metrics', 'text']],
  },
] as const

export interface TimelinePage {
  posts: Record<string, unknown>[]
  /** The media of the posts, keyed by media key. */
  media: ReadonlyMap<string, Record<string, unknown>>
  next: string | null
}

/** Returns whether X rejected the query itself, which is not billed. */
function isBadRequest(error: unknown): boolean {
  return error instanceof ProviderError && objectOf(error.cause)['status'] === 400
}

async function readPage(call: XCall, query: Record<string, string>): Promise<Record<string, unknown>> {
  const request = {
    area: 'read',
    operation: 'posts.list',
    method: 'GET',
    path: `/users/${encodeURIComponent(call.account.providerId)}/tweets`,
  } as const
  const token = call.account.credentials.accessToken
  const [first, second] = vocabularies.map(({ parameter, fields }) => ({ ...query, [parameter]: fields.join(',') }))
  try {
    return await callX(call, token, { ...request, query: { ...first } })
  } catch (error) {
    if (!isBadRequest(error)) throw error
    return callX(call, token, { ...request, query: { ...second } })
  }
}

function wholeSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}

/**
 * Returns the references under which reads are billed: reading a post twice on the same UTC day counts once.
 * @see https://docs.x.com/x-api/getting-started/pricing (read 2026-11-20)
 */
function readsOf({ now }: Pick<XCall, 'now'>, posts: readonly Record<string, unknown>[]): string[] {
  const day = now().toISOString().slice(0, 10)
  return posts.map(({ id }) => `x/read/${day}/${String(id)}`)
}

/**
 * Reads a page of up to 100 of the account's own posts and replies as X returns them, newest first, without reposts. X
 * bills every post, and the charge is recorded. `cursor` is `next` of the page before, null for the first page; `next`
 * is null on the last page. With `since`, older posts are omitted; with `until`, posts of this time and newer ones are.
 * @throws ProviderError with its outcome, if X rejects the call or does not respond
 * @see https://docs.x.com/x-api/users/get-posts (read 2026-11-20)
 */
export async function readTimeline(
  call: XCall,
  { cursor, since, until }: { cursor: string | null; since?: Date; until?: Date },
): Promise<TimelinePage> {
  const body = await readPage(call, {
    max_results: '100',
    exclude: 'retweets',
    expansions: 'attachments.media_keys',
    'media.fields': 'preview_image_url,type,url',
    ...(cursor !== null && { pagination_token: cursor }),
    ...(since && { start_time: wholeSeconds(since) }),
    ...(until && { end_time: wholeSeconds(until) }),
  })
  // An empty page has no `data`. A response with neither is not X's, and shows no absence of a post.
  if (!Array.isArray(body['data']) && !isObject(body['meta'])) throw lacking('meta')
  const posts = listOf(body['data'])
  await call.recordCharge('post.read', readsOf(call, posts))
  const media = listOf(objectOf(body['includes'])['media'])
  return {
    posts,
    media: new Map(media.map((item) => [textOf(item['media_key']) ?? '', item])),
    next: textOf(objectOf(body['meta'])['next_token']),
  }
}

/** Returns the media keys of a post of X; an empty list if it has no media. */
export function mediaKeys(post: Record<string, unknown>): string[] {
  const keys = objectOf(post['attachments'])['media_keys']
  return Array.isArray(keys) ? keys.map(String) : []
}
