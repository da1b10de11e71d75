import { listProfiles as readProfiles } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { viewProfile } from './profile-view.ts'

/** Lists the profiles of the key's scope, the default profile first. */
export const listProfiles: UseCase<'profiles.list'> = async (context, { grant }) => {
  const rows = await readProfiles(context.db, grant.scope)
  return { status: 200, body: { profiles: rows.map(viewProfile) } }
}
