import { findExternalWrite, listAttempts } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { UseCase } from '../../request.ts'
import { viewAttempt, viewPublish } from '../view/publish-view.ts'

/**
 * Returns a publish with its attempts.
 * @throws ServiceError `post_not_found` if it does not exist or the API key has no access to it
 */
export const getPublish: UseCase<'publishes.get'> = async (context, { grant, input }) => {
  const row = await findExternalWrite(context.db, grant.scope, { id: input.params.publishId, kind: 'publish' })
  if (!row)
    throw new ServiceError('post_not_found', 'No publish with this id exists, or the API key has no access to it.')
  const attempts = await listAttempts(context.db, row.id)
  return { status: 200, body: { ...viewPublish(context, row), attempts: attempts.map(viewAttempt) } }
}
