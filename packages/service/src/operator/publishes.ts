import { listAttempts, listPublicationsByStatus, movePublication, readPublication } from '@carillon/database'
import type { PublishStatus } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import { viewAttempt, viewPublish } from '../publishes/publish-view.ts'
import { isId } from './organizations.ts'

/** Publishes of every organization in one status, newest first; for those that nobody could tell the end of. */
export async function listPublishesForOperator(context: Context, { status }: { status: PublishStatus }) {
  const rows = await listPublicationsByStatus(context.db, status, 200)
  const publishes = await Promise.all(
    rows.map(async (row) => ({
      ...viewPublish(row),
      organizationId: row.organization_id,
      requestId: row.request_id,
      attempts: (await listAttempts(context.db, row.id)).map(viewAttempt),
    })),
  )
  return { publishes }
}

export interface Resolution {
  publishId: string
  /** Set when a person found the post at the network; left out when it is not there. */
  postId?: string | undefined
}

const whereToLook = 'Those that wait for you are told by: publish list --status unknown'

/** Writes down what a person found out about a publish that the service could not tell the end of. */
export async function resolvePublish(context: Context, { publishId, postId }: Resolution) {
  const row = isId(publishId) ? await readPublication(context.db, publishId) : undefined
  if (!row) throw new ServiceError('invalid_request', `There is no publish ${publishId}. ${whereToLook}`)
  if (row.status !== 'unknown') {
    const message = `Publish ${publishId} is ${row.status}; only an unknown one is resolved by hand. ${whereToLook}`
    throw new ServiceError('invalid_request', message)
  }
  const message = 'An operator found that the post was not published.'
  const end =
    postId !== undefined
      ? { status: 'published' as const, post_ids: [postId], error: null }
      : { status: 'failed' as const, error: JSON.stringify({ code: 'provider_error', message, status: 502 }) }
  const moved = await movePublication(context.db, row, { ...end, updated_at: context.now() })
  if (!moved) {
    throw new ServiceError(
      'invalid_request',
      `Publish ${publishId} has changed meanwhile; look at it again. ${whereToLook}`,
    )
  }
  return viewPublish(moved)
}
