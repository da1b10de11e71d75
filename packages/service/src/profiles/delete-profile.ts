import { listAccounts, deleteProfile as removeProfile } from '@carillon/database'
import { prepareGrantEnd } from '../accounts/end-grant.ts'
import type { UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'

export const deleteProfile: UseCase<'profiles.delete'> = async (context, { grant, input, requestId, signal }) => {
  const { profileId } = input.params
  const accounts = await listAccounts(context.db, grant.scope, { profileId })
  const ends = await Promise.all(accounts.map((account) => prepareGrantEnd(context, { account, requestId, signal })))
  if (!(await removeProfile(context.db, grant.scope, profileId))) throw profileNotFound()
  await Promise.all(ends.map((endGrant) => endGrant()))
  return { status: 200, body: { id: profileId, deleted: true } }
}
