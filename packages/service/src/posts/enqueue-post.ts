import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { addJob, insertMediaFiles, insertPublication, transaction, violatedConstraint } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import type { Context } from '../context.ts'
import type { ShownPublication } from '../publishes/publish-view.ts'
import type { AccountFor, Request } from '../request.ts'
import { isStoreFailure } from '../store-failure.ts'
import { freezePost, mediaFileRow } from './frozen-post.ts'

const pauseMs = 250

function undecided(publishId: string, cause: unknown): ServiceError {
  const message =
    'It cannot be told whether the post was accepted. Ask for the publish, or for those of this request id, before sending it again.'
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
): Promise<ShownPublication> {
  const { platform } = account
  const { publish } = await context.registry.adapter(platform)
  const port: Pick<PublishPort<typeof platform>, 'begin' | 'check'> = publish
  const { body } = request.input
  port.check?.(body)
  const { payload, files } = await freezePost(context, platform, body)
  const id = randomUUIDv7()
  const now = context.now()
  const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
  const state = port.begin({ publishId: id, items, now, random: (bytes) => randomBytes(bytes) })
  const row = {
    id,
    organization_id: account.organization_id,
    profile_id: account.profile_id,
    account_id: account.id,
    platform,
    request_id: request.requestId,
    created_at: now,
  }
  const owner = { organizationId: account.organization_id, publicationId: id, now }
  const mediaFiles = files.map((file) => mediaFileRow(file, owner))
  await storeSurely(context, { row, payload, state, mediaFiles, until })
  context.log.info({ requestId: request.requestId, publishId: id, accountId: account.id, platform }, 'publish accepted')
  return { ...row, status: 'processing', post_ids: [], permalink: null, error: null, updated_at: now }
}

interface Stored {
  row: Omit<Parameters<typeof insertPublication>[1], 'payload' | 'state' | 'wake_at'>
  payload: object
  state: object
  mediaFiles: Parameters<typeof insertMediaFiles>[1]
  until: number
}

async function storeSurely(context: Context, { row, payload, state, mediaFiles, until }: Stored): Promise<void> {
  let maybeStored = false
  for (;;) {
    let asked = false
    try {
      await transaction(context.db, async (tx) => {
        const json = { payload: JSON.stringify(payload), state: JSON.stringify(state) }
        // Waits for a transaction under the same id that is still open.
        await insertPublication(tx, { ...row, ...json, wake_at: row.created_at })
        await insertMediaFiles(tx, mediaFiles)
        await addJob(tx, 'publication.run', { publishId: row.id }, { key: `publication:${row.id}` })
        asked = true
      })
      return
    } catch (error) {
      if (maybeStored && violatedConstraint(error) === 'publication_pkey') return
      if (!isStoreFailure(error)) throw error
      maybeStored ||= asked
      if (!maybeStored) throw error
      if (performance.now() > until) throw undecided(row.id, error)
      await sleep(pauseMs)
    }
  }
}
