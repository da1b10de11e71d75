import { listAttempts } from '@carillon/database'
import type { UseCase } from '../../request.ts'
import { viewAttempt, viewPublish } from '../view/publish-view.ts'
import { requirePublish } from './required-publish.ts'

/**
 * Returns a publish with its attempts, oldest first.
 * @throws ServiceError `post_not_found` if it does not exist or the API key has no access to it
 */
export const getPublish: UseCase<'publishes.get'> = async (context, request) => {
  const row = await requirePublish(context, request, request.input.params.publishId)
  const attempts = await listAttempts(context.db, row.id)
  return { status: 200, body: { ...viewPublish(context, row), attempts: attempts.map(viewAttempt) } }
}
