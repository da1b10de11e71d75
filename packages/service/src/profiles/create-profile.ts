import { insertProfile } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { idempotently } from './idempotently.ts'
import { rejectConflicts } from './profile-conflict.ts'
import { profileFields, viewProfile } from './profile-view.ts'

/**
 * Creates a profile. With an `Idempotency-Key`, requests that are repeated within 24 hours create it only once.
 * @throws ServiceError `invalid_profile` if the metadata is too large, `profile_name_conflict`,
 *   `profile_external_id_conflict` or `idempotency_conflict`
 */
export const createProfile: UseCase<'profiles.create'> = async (context, { grant, input, bodyHash }) => {
  const fields = profileFields(input.body)
  const organizationId = grant.scope.organizationId
  const key = input.headers['idempotency-key']
  const write = () =>
    idempotently(context, { grant, operation: 'profiles.create', key, bodyHash }, async (tx) => {
      const row = { ...fields, id: context.newId(), organizationId, createdAt: context.now() }
      return { status: 201 as const, body: viewProfile(await insertProfile(tx, row)) }
    })
  return rejectConflicts(context.db, { scope: grant.scope, fields }, write)
}
