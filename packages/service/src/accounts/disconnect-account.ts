import { deleteAccount } from '@carillon/database'
import type { UseCase } from '../request.ts'
import { accountNotFound, addressedAccount } from '../scope.ts'
import { endGrant } from './end-grant.ts'

export const disconnectAccount: UseCase<'accounts.disconnect'> = async (
  context,
  { grant, address, input, requestId, signal },
) => {
  const account = await addressedAccount(context, { grant, address }, input.params.accountId)
  await endGrant(context, { account, requestId, signal })
  if (!(await deleteAccount(context.db, grant.scope, account.id))) throw accountNotFound()
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'account disconnected')
  return { status: 200, body: { accountId: account.id, deleted: true } }
}
