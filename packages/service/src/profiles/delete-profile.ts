import { listAccounts, deleteProfile as removeProfile } from '@carillon/database'
import { endGrant } from '../accounts/end-grant.ts'
import type { UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'

export const deleteProfile: UseCase<'profiles.delete'> = async (context, { grant, input, requestId, signal }) => {
  const { profileId } = input.params
  const accounts = await listAccounts(context.db, grant.scope, { profileId })
  await Promise.all(accounts.map((account) => endGrant(context, { account, requestId, signal })))
  if (!(await removeProfile(context.db, grant.scope, profileId))) throw profileNotFound()
  return { status: 200, body: { id: profileId, deleted: true } }
}
