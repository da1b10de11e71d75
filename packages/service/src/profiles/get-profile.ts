import type { UseCase } from '../request.ts'
import { requireProfile } from '../scope.ts'
import { viewProfile } from './profile-view.ts'

/**
 * Returns the profile in the path.
 * @throws ServiceError `profile_not_found`
 */
export const getProfile: UseCase<'profiles.get'> = async (context, { grant, target, input }) => {
  const profile = target?.profile ?? (await requireProfile(context, grant, input.params.profileId))
  return { status: 200, body: viewProfile(profile) }
}
