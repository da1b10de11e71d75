import { randomBytes } from 'node:crypto'
import { insertDataDeletion, transaction } from '@carillon/database'
import type { Context } from '../context.ts'
import { queueJob } from '../queue/job-rows.ts'
import { type PostedUserRequest, readUserRequest } from './read-user-request.ts'

/** The response that the network shows to the user. */
interface DeletionReceipt {
  /** The URL of the page that shows the progress. */
  url: string
  confirmationCode: string
}

/**
 * Accepts a user's request to delete all of their data and queues the job that does it. The result does not reveal
 * whether Carillon knows the user.
 * @throws ServiceError `route_not_found` for a platform without such requests, `unauthorized` for a signature that is
 *   missing, invalid or too old
 */
export async function requestDataDeletion(context: Context, posted: PostedUserRequest): Promise<DeletionReceipt> {
  const { platforms, ids } = await readUserRequest(context, posted)
  const code = randomBytes(16).toString('hex')
  await transaction(context.db, async (tx) => {
    await insertDataDeletion(tx, { code, platforms, userIds: ids, requestedAt: context.now() })
    await queueJob(tx, 'user.delete', { id: code })
  })
  context.log.info({ requestId: posted.requestId, platform: posted.platform }, 'data deletion requested')
  return { url: `${context.config.publicUrl}/data-deletion/${code}`, confirmationCode: code }
}
