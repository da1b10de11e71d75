import type { Output } from '@carillon/contract'
import type { ExternalWriteRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { requireCard } from '../../billing.ts'
import type { Context } from '../../context.ts'
import { connectionExpired } from '../../credentials/connection-expired.ts'
import { awaitWrite } from '../../journal/await-write.ts'
import { failureOf } from '../../journal/write-now.ts'
import type { UseCase } from '../../request.ts'
import { removeUnstored } from '../media/remove-unstored.ts'
import { publishKind } from '../run/publish-kind.ts'
import { viewPublish } from '../view/publish-view.ts'
import { enqueuePost, newPost } from './enqueue-post.ts'

/**
 * Stores a publish and waits, at most `PUBLISH_WAIT_MS`, until it has an outcome or the network has accepted it. The
 * response is 201 if the post has been published, and 202 if the network has only accepted it or the publish is still
 * in progress.
 * @throws ServiceError `connection_expired`, a billing code if the platform charges for calls and no card is on file,
 *   errors of the post and its media, the reason why the publish failed, or `provider_error` if its outcome is unknown;
 *   the errors of `enqueuePost`
 */
export const publishPost: UseCase<'posts.publish'> = async (context, request) => {
  const { account, signal } = request
  await requireCard(context, account.organizationId, account.platform)
  if (account.status === 'expired') throw connectionExpired()
  const until = performance.now() + context.config.gateway.publishWaitMs
  const post = await newPost(context, request, account)
  request.reportPublish?.(post.write.id)
  const first = () =>
    enqueuePost(context, post, { until }).catch(async (error: unknown) => {
      const ids = post.files.map(({ id }) => id)
      await removeUnstored(context, ids, error)
      throw error
    })
  return outputFor(context, await awaitWrite(context, post.write.id, { until, signal, first }))
}

function outputFor(context: Context, row: ExternalWriteRow): Output<'posts.publish'> {
  if (row.status === 'failed') throw failureOf(publishKind, row)
  if (row.status === 'unknown') {
    const message = `It is not known whether the post was published. Look at the account, and at publish ${row.id}, before sending it again.`
    throw new ServiceError('provider_error', message, { details: { publishId: row.id } })
  }
  const published = row.status === 'succeeded' && row.acceptedAt === null
  return { status: published ? 201 : 202, body: viewPublish(context, row) }
}
