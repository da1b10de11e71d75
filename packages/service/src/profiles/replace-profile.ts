import { replaceProfile as writeProfile } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'
import { rejectConflicts } from './profile-conflict.ts'
import { profileFields, viewProfile } from './profile-view.ts'

/**
 * Replaces all fields of a profile; absent optional fields become null.
 * @throws ServiceError `profile_not_found`, `invalid_profile` if the metadata is too large, `profile_name_conflict` or
 *   `profile_external_id_conflict`
 */
export const replaceProfile: UseCase<'profiles.replace'> = async (context, { grant, input }) => {
  const fields = profileFields(input.body)
  const change = { ...fields, id: input.params.profileId, updatedAt: context.now() }
  const row = await rejectConflicts(context.db, { scope: grant.scope, fields }, () =>
    writeProfile(context.db, grant.scope, change),
  )
  if (!row) throw profileNotFound()
  return { status: 200, body: viewProfile(row) }
}
