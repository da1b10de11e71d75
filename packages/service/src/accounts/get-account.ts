import type { UseCase } from '../request.ts'
import { addressedAccount } from '../scope.ts'
import { viewAccount } from './account-view.ts'

export const getAccount: UseCase<'accounts.get'> = async (context, { grant, address, input }) => {
  return { status: 200, body: viewAccount(await addressedAccount(context, { grant, address }, input.params.accountId)) }
}
