import type { UseCase } from '../request.ts'
import { requireProfile } from '../scope.ts'
import { viewProfile } from './profile-view.ts'

export const getProfile: UseCase<'profiles.get'> = async (context, { grant, input }) => {
  return { status: 200, body: viewProfile(await requireProfile(context, grant, input.params.profileId)) }
}
