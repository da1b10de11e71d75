import { deleteAccount } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { accountNotFound } from '../scope.ts'
import { prepareGrantEnd } from './end-grant.ts'

export const disconnectAccount: UseCase<'accounts.disconnect'> = async (
  context,
  { grant, account, requestId, signal },
) => {
  const endGrant = await prepareGrantEnd(context, { account, requestId, signal })
  if (!(await deleteAccount(context.db, grant.scope, account.id))) throw accountNotFound()
  await endGrant()
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'account disconnected')
  return { status: 200, body: { accountId: account.id, deleted: true } }
}
