import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { text } from '../http/reader.ts'
import { isListed } from '../post.ts'
import { Rejection } from '../rejection.ts'
import type { PublishRecord } from '../store/publish-record.ts'
import type { Store } from '../store/store.ts'
import { continuePublish } from './begin-publish.ts'

/**
 * Returns the id of a published post, in a list. The list is empty until the post is public, and always in the first
 * response with `PUBLISH_COMPLETE`.
 */
function publishedIds(store: Store, publish: PublishRecord, now: number): string[] {
  const post = store.posts.find(({ id }) => id === publish.postId)
  return publish.completePolls > 1 && post && isListed(post, now) ? [post.id] : []
}

function describe(store: Store, publish: PublishRecord, now: number): object {
  const { status, reason } = publish
  if (status === 'FAILED') return { status, reason }
  if (status !== 'PUBLISH_COMPLETE') return { status }
  publish.completePolls += 1
  const post_ids = publishedIds(store, publish, now)
  return post_ids.length > 0 ? { status, post_ids } : { status }
}

/**
 * The endpoint that returns the status of a publish (`/business/publish/status/`).
 * @see https://business-api.tiktok.com/portal/docs?id=1743172029620225 (known only from a summary of the page)
 */
export const publishStatus: Endpoint = forAccount({
  method: 'GET',
  path: '/business/publish/status/',
  operation: 'posts.status',
  fields: { publish_id: text() },
  scopes: ['video.publish', 'video.upload'],
  handle(dependencies, { input, person, now }) {
    const { store } = dependencies
    const doomed = store.doomed.get(input.publish_id)
    if (doomed) return { status: 'FAILED', reason: doomed }
    const publish = store.publishes.find(({ shareId }) => shareId === input.publish_id)
    if (!publish) throw new Rejection('notFound', 'publish_id: The publish task does not exist.')
    if (publish.accountId !== person.openId)
      throw new Rejection('noPermission', 'No permission to read this publish task.')
    // A process that ended has not carried it out.
    continuePublish(dependencies, publish)
    return describe(store, publish, now)
  },
})
