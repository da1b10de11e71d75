import type { Output } from '@carillon/contract'
import { readPublication } from '@carillon/database'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { connectionExpired } from '../credentials/fresh-credentials.ts'
import { type ShownPublication, viewPublish } from '../publishes/publish-view.ts'
import type { UseCase } from '../request.ts'
import { isStoreFailure } from '../store-failure.ts'
import { enqueuePost } from './enqueue-post.ts'

/** Pause in ms after which the row is looked at even when no notification came. */
const lookAgainMs = 1_000

export const publishPost: UseCase<'posts.publish'> = async (context, request) => {
  const { account } = request
  await requireCard(context, account.organization_id, account.platform)
  if (account.status === 'expired') throw connectionExpired()
  const until = performance.now() + context.config.gateway.publishWaitMs
  const stored = await enqueuePost(context, request, { account, until })
  return answerFor(await awaitOutcome(context, stored, { until, signal: request.signal }))
}

/**
 * Waits until the publication is no longer processing, or until the time that the gateway is willing to wait is over. Once
 * it is stored, a database that fails changes nothing about it: what was known last is then the answer.
 */
async function awaitOutcome(
  context: Context,
  stored: ShownPublication & { accepted_at?: Date | null },
  { until, signal }: { until: number; signal: AbortSignal },
): Promise<ShownPublication & { accepted_at?: Date | null }> {
  for (;;) {
    const left = until - performance.now()
    const watch = context.publications.moved(stored.id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      const row = (await readIfPossible(context, stored.id)) ?? stored
      if (row.status !== 'processing' || left <= 0 || signal.aborted) return row
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}

async function readIfPossible(context: Context, id: string) {
  try {
    return await readPublication(context.db, id)
  } catch (error) {
    if (!isStoreFailure(error)) throw error
    context.log.warn({ publishId: id, err: error }, 'publish not readable')
    return undefined
  }
}

function answerFor(row: ShownPublication & { accepted_at?: Date | null }): Output<'posts.publish'> {
  if (row.status === 'failed' && row.error) {
    const { code, message, details, status, retryAfter } = row.error
    throw new ServiceError(code as ErrorCode, message, { details, status, ...(retryAfter && { retryAfter }) })
  }
  if (row.status === 'unknown') {
    const message = `It cannot be told whether the post was published. Look at the account, and at publish ${row.id}, before sending it again.`
    throw new ServiceError('provider_error', message, { details: { publishId: row.id } })
  }
  const published = row.status === 'published' && !row.accepted_at
  return { status: published ? 201 : 202, body: viewPublish(row) }
}
