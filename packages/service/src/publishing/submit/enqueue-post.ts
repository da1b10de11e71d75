import type { ExternalWriteRow, MediaFileRow, MediaSpace, NewExternalWrite } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import type { Context } from '../../context.ts'
import { enqueueWrite, newWrite } from '../../journal/new-write.ts'
import { storeBeforeOf } from '../../journal/store-before.ts'
import { storeWithRetry } from '../../journal/store-with-retry.ts'
import type { AccountFor, Request } from '../../request.ts'
import { mediaFileRow, toStoredPost } from '../body/stored-post.ts'
import { publishSpace } from '../media/publish-space.ts'
import { hasMedia, hasMediaToFetch } from '../run/prepare-media.ts'
import { publishKind } from '../run/publish-kind.ts'

function undecided(publishId: string, cause: unknown): ServiceError {
  const message =
    'It is not known whether the post was accepted. Read the publish, or list the publishes of this request id, before you send it again.'
  return new ServiceError('internal_error', message, { details: { publishId }, cause })
}

/** A post that has been checked but not stored yet: the rows of its write and media files. */
interface NewPost {
  write: NewExternalWrite
  files: MediaFileRow[]
  /** The space in which the media of the post have to fit; absent for a post without media. */
  space?: MediaSpace | undefined
}

/**
 * Checks a post and its media against the platform's rules and builds the rows to store. Media at URLs are not
 * downloaded yet.
 * @throws ServiceError for a post or media that the platform does not accept; the errors of `toStoredPost`
 */
export async function newPost(
  context: Context,
  request: Request<'posts.publish'>,
  account: AccountFor<'posts.publish'>,
): Promise<NewPost> {
  const { platform } = account
  const { publish }: { publish: Pick<PublishPort<typeof platform>, 'check'> } = await context.registry.adapter(platform)
  const { body } = request.input
  publish.check?.(body)
  const { payload, files } = await toStoredPost(context, account, body)
  const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
  const { requestId, grant } = request
  const storeBefore = storeBeforeOf(request.input.headers)
  const write = await newWrite(context, { kind: publishKind, account, requestId, grant, storeBefore, payload, items })
  const owner = { organizationId: account.organizationId, writeId: write.id, now: write.createdAt }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const space = hasMedia(payload) ? publishSpace(context, { bytes, toFetch: hasMediaToFetch(payload) }) : undefined
  return { write, files: files.map((file) => mediaFileRow(file, owner)), space }
}

/**
 * Stores the post with its media and the job that publishes it, as `enqueueWrite` does. If the database's response is
 * lost, the same rows are stored again under the same id until the database confirms them.
 * @param options.until when to give up, in ms on the clock of `performance.now()`
 * @throws ServiceError `internal_error` with the publish id if it remains unknown whether the post was stored;
 *   `upload_quota_exceeded` if the media do not fit, `budget_exhausted`, `deadline_passed`, or `unauthorized` if the
 *   API key was deleted; the database's error if nothing was stored
 */
export async function enqueuePost(
  context: Context,
  { write, ...media }: NewPost,
  { until }: { until: number },
): Promise<ExternalWriteRow> {
  const stored = await storeWithRetry(context, write.id, {
    insert: (db, after) => enqueueWrite({ ...context, db }, { ...write, ...after }, media),
    until,
    undecided: (cause) => undecided(write.id, cause),
  })
  const { id: publishId, requestId, accountId, platform } = stored
  context.log.info({ requestId, publishId, accountId, platform }, 'publish accepted')
  return stored
}
