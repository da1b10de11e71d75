import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ExternalWriteRow,
  insertMediaFiles,
  type NewExternalWrite,
  readExternalWrite,
  transaction,
  violatedConstraint,
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

/**
 * Stores the post, its media and the job that publishes it: all of it or nothing. A database that failed while it was
 * asked to commit may have done so; then the same is stored again under the same id, until the database says what holds.
 *
 * @param until when to give that up, by `performance.now()`
 */
export async function enqueuePost(
  context: Context,
  request: Request<'posts.publish'>,
  { account, until }: { account: AccountFor<'posts.publish'>; until: number },
): Promise<ExternalWriteRow> {
  const { platform } = account
  const { publish }: { publish: Pick<PublishPort<typeof platform>, 'check'> } = await context.registry.adapter(platform)
  const { body } = request.input
  publish.check?.(body)
  const { payload, files } = await freezePost(context, platform, body)
  const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
  const { requestId } = request
  const write = await newWrite(context, { kind: 'publish', account, requestId, payload, items })
  const owner = { organizationId: account.organization_id, writeId: write.id, now: write.created_at }
  const mediaFiles = files.map((file) => mediaFileRow(file, owner))
  const stored = await storeSurely(context, { write, mediaFiles, until })
  context.log.info({ requestId, publishId: write.id, accountId: account.id, platform }, 'publish accepted')
  return stored
}

interface Stored {
  write: NewExternalWrite
  mediaFiles: Parameters<typeof insertMediaFiles>[1]
  until: number
}

async function storeSurely(context: Context, { write, mediaFiles, until }: Stored): Promise<ExternalWriteRow> {
  let maybeStored = false
  for (;;) {
    let asked = false
    try {
      return await transaction(context.db, async (tx) => {
        const row = await enqueueWrite(tx, write)
        await insertMediaFiles(tx, mediaFiles)
        asked = true
        return row
      })
    } catch (error) {
      const isStored = maybeStored && violatedConstraint(error) === 'external_write_pkey'
      const stored = isStored ? await readExternalWrite(context.db, write.id).catch(() => undefined) : undefined
      if (stored) return stored
      if (!isStored && !isStoreFailure(error)) throw error
      maybeStored ||= asked
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(write.id, error)
      await sleep(pauseMs)
    }
  }
}
