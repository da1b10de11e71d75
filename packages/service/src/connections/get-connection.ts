import { findSession } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import type { UseCase } from '../request.ts'
import { viewSession } from './session-view.ts'

/**
 * Returns a connection session (one attempt to connect accounts) with its status.
 * @throws ServiceError `connection_session_not_found`, also for one of another profile, or 30 days after its expiry
 */
export const getConnection: UseCase<'connections.get'> = async (context, { grant, input }) => {
  const { profileId, connectionSessionId } = input.params
  const scope = { organizationId: grant.scope.organizationId, profileId }
  const row = await findSession(context.db, { scope, id: connectionSessionId })
  if (!row) {
    throw new ServiceError('connection_session_not_found', 'The profile has no connection session with this id.')
  }
  return { status: 200, body: viewSession(row, context.now()) }
}
