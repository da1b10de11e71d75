import { requireSupport } from '@carillon/domain'
import { requireCard } from '../billing.ts'
import { callAccount } from '../call-account.ts'
import type { UseCase } from '../request.ts'
import { addressedAccount } from '../scope.ts'

export const deletePost: UseCase<'posts.delete'> = async (context, { grant, address, input, requestId, signal }) => {
  const account = await addressedAccount(context, { grant, address }, input.query.accountId)
  requireSupport('posts.delete', account.platform)
  await requireCard(context, account.organization_id, account.platform)
  const port = context.registry.deletePost[account.platform]
  await callAccount(context, { account, requestId, signal }, (call) => port.delete(call, input.params.postId))
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'post deleted')
  return { status: 204 }
}
