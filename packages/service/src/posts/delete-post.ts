import { requireCard } from '../billing.ts'
import { callAccount } from '../call-account.ts'
import type { UseCase } from '../request.ts'

export const deletePost: UseCase<'posts.delete'> = async (context, { account, input, requestId, signal }) => {
  await requireCard(context, account.organization_id, account.platform)
  const { deletePost: port } = await context.registry.adapter(account.platform)
  await callAccount(context, { account, requestId, signal }, (call) => port.delete(call, input.params.postId))
  context.log.info({ requestId, accountId: account.id, platform: account.platform }, 'post deleted')
  return { status: 204 }
}
