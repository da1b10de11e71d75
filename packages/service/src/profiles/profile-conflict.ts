import { type Db, findProfileNamed, type ProfileFields, violatedConstraint } from '@carillon/database'
import { reachesProfile, type Scope } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'

interface Conflict {
  field: 'name' | 'externalId'
  code: ErrorCode
  message: string
}

/** The error for a violation of each unique constraint of profiles, keyed by the name of the constraint. */
const conflicts: Record<string, Conflict> = {
  profile_name: {
    field: 'name',
    code: 'profile_name_conflict',
    message: 'Another profile of the organization has this name.',
  },
  profile_external_id: {
    field: 'externalId',
    code: 'profile_external_id_conflict',
    message: 'Another profile of the organization has this externalId.',
  },
}

/**
 * Runs `write`, a change of a profile, and converts the database's error about a name or external id that another
 * profile has. The `details` of the new error contain the id of the other profile if the API key has access to it.
 * @throws ServiceError `profile_name_conflict` or `profile_external_id_conflict`; other errors of `write` unchanged
 */
export async function rejectConflicts<T>(
  db: Db,
  { scope, fields }: { scope: Scope; fields: ProfileFields },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const conflict = conflicts[violatedConstraint(error) ?? '']
    if (!conflict) throw error
    const value = fields[conflict.field] ?? ''
    const existingProfileId = await findProfileNamed(db, scope.organizationId, conflict.field, value)
    const isReachable = existingProfileId !== undefined && reachesProfile(scope, existingProfileId)
    const details = isReachable ? { existingProfileId } : null
    throw new ServiceError(conflict.code, conflict.message, { ...(details && { details }), cause: error })
  }
}
