import type { UseCase } from '../request.ts'
import { requireAccount } from '../scope.ts'
import { viewAccount } from './account-view.ts'

export const getAccount: UseCase<'accounts.get'> = async (context, { grant, input }) => {
  return { status: 200, body: viewAccount(await requireAccount(context, grant, input.params.accountId)) }
}
