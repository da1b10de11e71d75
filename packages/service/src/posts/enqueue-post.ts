import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ExternalWriteRow,
  type MediaFileRow,
  type NewExternalWrite,
  readExternalWrite,
  violatedConstraint,
  wasRolledBack,
} from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import type { Context } from '../context.ts'
import { enqueueWrite, newWrite } from '../journal/new-write.ts'
import type { AccountFor, Request } from '../request.ts'
import { isStoreFailure } from '../store-failure.ts'
import { freezePost, mediaFileRow } from './frozen-post.ts'

const pauseMs = 250

function undecided(publishId: string, cause: unknown): ServiceError {
  const message =
    'It is not known whether the post was accepted. Ask for the publish, or for those of this request id, before sending it again.'
  return new ServiceError('internal_error', message, { details: { publishId }, cause })
}

/** A post that has yet to be stored. */
export interface NewPost {
  write: NewExternalWrite
  files: MediaFileRow[]
}

/** Checks a post and its media, and makes of them what is stored. */
export async function newPost(
  context: Context,
  request: Request<'posts.publish'>,
  account: AccountFor<'posts.publish'>,
): Promise<NewPost> {
  const { platform } = account
  const { publish }: { publish: Pick<PublishPort<typeof platform>, 'check'> } = await context.registry.adapter(platform)
  const { body } = request.input
  publish.check?.(body)
  const { payload, files } = await freezePost(context, platform, body)
  const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
  const { requestId } = request
  const write = await newWrite(context, { kind: 'publish', account, requestId, payload, items })
  const owner = { organizationId: account.organization_id, writeId: write.id, now: write.created_at }
  return { write, files: files.map((file) => mediaFileRow(file, owner)) }
}

/**
 * Stores the post, its media and the job that publishes it: all of it or nothing. A database whose answer did not arrive
 * may have done so; then the same is stored again under the same id, until the database says what holds.
 *
 * @param until when to give that up, by `performance.now()`
 */
export async function enqueuePost(
  context: Context,
  { write, files }: NewPost,
  { until }: { until: number },
): Promise<ExternalWriteRow> {
  const stored = await storeSurely(context, { write, files, until })
  const { id: publishId, request_id: requestId, account_id: accountId, platform } = stored
  context.log.info({ requestId, publishId, accountId, platform }, 'publish accepted')
  return stored
}

async function storeSurely(
  context: Context,
  { write, files, until }: NewPost & { until: number },
): Promise<ExternalWriteRow> {
  let maybeStored = false
  for (;;) {
    let asked = false
    try {
      return await context.db.connection().execute((db) => {
        asked = true
        return enqueueWrite(db, write, files)
      })
    } catch (error) {
      const isStored = maybeStored && violatedConstraint(error) === 'external_write_pkey'
      const stored = isStored ? await readExternalWrite(context.db, write.id).catch(() => undefined) : undefined
      if (stored) return stored
      if (!isStored && !isStoreFailure(error)) throw error
      maybeStored ||= asked && !wasRolledBack(error)
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(write.id, error)
      await sleep(pauseMs)
    }
  }
}
