import { randomBytes, randomUUIDv7 } from 'node:crypto'
import {
  type AccountRow,
  addJob,
  insertMediaFiles,
  insertPublication,
  type PublicationRow,
  readPublication,
  transaction,
} from '@carillon/database'
import { requireSupport } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import type { PublishPort } from '@carillon/providers'
import { requireCard } from '../billing.ts'
import type { Context } from '../context.ts'
import { connectionExpired } from '../credentials/fresh-credentials.ts'
import { viewPublish } from '../publishes/publish-view.ts'
import type { Answer, Request, UseCase } from '../request.ts'
import { requireAccount } from '../scope.ts'
import { freezePost, mediaFileRow } from './frozen-post.ts'

/** Pause in ms after which the row is looked at even when no notification came. */
const lookAgainMs = 1_000

export const publishPost: UseCase<'posts.publish'> = async (context, request) => {
  const account = await requireAccount(context, request.grant, request.input.body.accountId)
  await requireCard(context, account.organization_id, account.platform)
  if (account.status === 'expired') throw connectionExpired()
  const id = await enqueue(context, request, account)
  return answerFor(await awaitOutcome(context, id, request.signal))
}

/** Stores the post, its media and the job that publishes it: all of it or nothing. Answers the publication's id. */
async function enqueue(context: Context, request: Request<'posts.publish'>, account: AccountRow): Promise<string> {
  const { platform } = account
  requireSupport('posts.publish', platform)
  const port: Pick<PublishPort<typeof platform>, 'begin'> = context.registry.publish[platform]
  const { body } = request.input
  const { payload, files } = await freezePost(context, platform, body)
  const id = randomUUIDv7()
  const now = context.now()
  const items = 1 + ('thread' in body ? (body.thread?.length ?? 0) : 0)
  const state = port.begin({ publishId: id, items, now, random: (bytes) => randomBytes(bytes) })
  await transaction(context.db, async (tx) => {
    await insertPublication(tx, {
      id,
      organization_id: account.organization_id,
      profile_id: account.profile_id,
      account_id: account.id,
      platform,
      request_id: request.requestId,
      payload: JSON.stringify(payload),
      state: JSON.stringify(state),
      wake_at: now,
      created_at: now,
    })
    const owner = { organizationId: account.organization_id, publicationId: id, now }
    await insertMediaFiles(
      tx,
      files.map((file) => mediaFileRow(file, owner)),
    )
    await addJob(tx, 'publication.run', { publishId: id }, { key: `publication:${id}` })
  })
  context.log.info({ requestId: request.requestId, publishId: id, accountId: account.id, platform }, 'publish accepted')
  return id
}

/** Waits until the publication is no longer processing, or as long as the gateway is willing to. */
async function awaitOutcome(context: Context, id: string, signal: AbortSignal): Promise<PublicationRow> {
  const until = performance.now() + context.config.gateway.publishWaitMs
  for (;;) {
    const left = until - performance.now()
    const watch = context.publications.moved(id, Math.max(0, Math.min(lookAgainMs, left)))
    try {
      const row = await readPublication(context.db, id)
      if (!row) throw new Error('a publication that was just stored is gone')
      if (row.status !== 'processing' || left <= 0 || signal.aborted) return row
      await watch.wait()
    } finally {
      watch.stop()
    }
  }
}

function answerFor(row: PublicationRow): Answer {
  if (row.status === 'failed' && row.error) {
    const { code, message, details, status, retryAfter } = row.error
    throw new ServiceError(code as ErrorCode, message, { details, status, ...(retryAfter && { retryAfter }) })
  }
  if (row.status === 'unknown') {
    const message = `It cannot be told whether the post was published. Look at the account, and at publish ${row.id}, before sending it again.`
    throw new ServiceError('provider_error', message, { details: { publishId: row.id } })
  }
  const published = row.status === 'published' && row.accepted_at === null
  return { status: published ? 201 : 202, body: viewPublish(row) }
}
