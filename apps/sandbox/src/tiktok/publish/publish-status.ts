import { type Endpoint, forAccount } from '../http/endpoint.ts'
import { text } from '../http/reader.ts'
import { Rejection } from '../http/rejection.ts'
import { isListed } from '../post.ts'
import type { Store } from '../store.ts'
import type { Publication } from './publish-record.ts'

/** A public post's id is told once moderation has let it through, and never with the first "complete". */
function publishedIds(store: Store, publication: Publication, now: number): string[] {
  const post = store.posts.find(({ id }) => id === publication.postId)
  return publication.completePolls > 1 && post && isListed(post, now) ? [post.id] : []
}

function describe(store: Store, publication: Publication, now: number): object {
  const { status, reason } = publication
  if (status === 'FAILED') return { status, reason }
  if (status !== 'PUBLISH_COMPLETE') return { status }
  publication.completePolls += 1
  const post_ids = publishedIds(store, publication, now)
  return post_ids.length > 0 ? { status, post_ids } : { status }
}

/** @see https://business-api.tiktok.com/portal/docs?id=1743172029620225 (known from a digest) */
export const publishStatus: Endpoint = forAccount({
  method: 'GET',
  path: '/business/publish/status/',
  operation: 'posts.status',
  fields: { publish_id: text() },
  scopes: ['video.publish', 'video.upload'],
  handle({ store }, { input, person, now }) {
    const doomed = store.doomed.get(input.publish_id)
    if (doomed) return { status: 'FAILED', reason: doomed }
    const publication = store.publications.find(({ shareId }) => shareId === input.publish_id)
    if (!publication) throw new Rejection('notFound', 'publish_id: The publish task does not exist.')
    if (publication.accountId !== person.openId)
      throw new Rejection('noPermission', 'No permission to read this publish task.')
    return describe(store, publication, now)
  },
})
