import { endsCall } from '../error-rules.ts'
import type { MediaSource } from '../media-source.ts'
import type { Step } from '../ports/publish.ts'
import { requiredId } from '../required-fields.ts'
import { callPage } from './client.ts'
import { type FacebookPublishCall, requirePage } from './credentials.ts'
import { publishDialect } from './errors.ts'
import { multipart } from './multipart.ts'
import { readPermalink } from './permalink.ts'
import type { PublishState } from './publish-state.ts'

type Call = FacebookPublishCall

function imageFiles({ input: post }: Call): MediaSource[] {
  return (post.images ?? (post.image ? [post.image] : [])).map(({ source }) => source)
}

/**
 * Makes the next step of publishing photos: uploads the next photo, unpublished. Once all are uploaded, requests the
 * commit, which creates the post that shows them; once the post exists, returns it with its permalink. If Facebook
 * rejects an upload for good (`endsCall`), the photos uploaded before are deleted where possible, and the rejection is
 * thrown.
 */
export async function advancePhotos(call: Call, state: PublishState): Promise<Step<PublishState>> {
  const { postId, photoIds } = state
  if (postId !== null) {
    return { kind: 'done', result: { postIds: [postId], permalink: await readPermalink(call, postId) } }
  }
  const next = imageFiles(call)[photoIds.length]
  if (!next) return { kind: 'commit', step: 'feed' }
  const photoId = await orRemove(call, photoIds, () => uploadPhoto(call, next))
  return { kind: 'next', state: { ...state, photoIds: [...photoIds, photoId] } }
}

/**
 * Uploads a photo without publishing it, and returns its id at Facebook.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos (read 2026-11-20)
 */
async function uploadPhoto(call: Call, source: MediaSource): Promise<string> {
  const { pageId } = requirePage(call)
  const body = await callPage(call, {
    dialect: publishDialect,
    method: 'POST',
    path: `/${pageId}/photos`,
    operation: 'media.upload',
    timeoutMs: 120_000,
    ...multipart({ published: 'false' }, { name: 'source', source }),
  })
  return requiredId(body)
}

/**
 * Creates the post that shows the uploaded photos, and returns the state with the post's id. If Facebook rejects it for
 * good (`endsCall`), the photos are deleted where possible, and the rejection is thrown. The photos are kept if the
 * response to an earlier call was lost, since a post may show them.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20)
 */
export async function commitPhotos(call: Call, state: PublishState): Promise<PublishState> {
  const { pageId } = requirePage(call)
  const { photoIds, lostAt } = state
  const body = await orRemove(call, lostAt === undefined ? photoIds : [], () =>
    callPage(call, {
      dialect: publishDialect,
      method: 'POST',
      path: `/${pageId}/feed`,
      operation: 'posts.create',
      timeoutMs: 50_000,
      form: {
        message: call.input.message || undefined,
        attached_media: photoIds.map((id) => ({ media_fbid: id })),
      },
    }),
  )
  return { ...state, postId: requiredId(body) }
}

/**
 * Returns the result of `work` and throws its errors unchanged. If Facebook rejects the call for good, the photos with
 * `photoIds` are deleted first where possible, because no post will show them.
 */
async function orRemove<T>(call: Call, photoIds: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (endsCall(error)) await Promise.allSettled(photoIds.map((id) => removePhoto(call, id)))
    throw error
  }
}

/**
 * Deletes an uploaded photo at Facebook.
 * @see https://developers.facebook.com/docs/graph-api/reference/photo (read 2026-11-20)
 */
async function removePhoto(call: Call, photoId: string): Promise<void> {
  await callPage(call, {
    dialect: publishDialect,
    method: 'DELETE',
    path: `/${photoId}`,
    operation: 'media.delete',
    timeoutMs: 5_000,
  })
}
