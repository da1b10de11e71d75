import { readWanted } from '../wanted.ts'
import type { AccountRow } from './account.ts'

/** An account by its id, within the scope that it is asked for with. */
export const findReachableAccount = readWanted<AccountRow>({
  select: 'account.*, credential.expires_at as token_expires_at',
  from: `join account on account.id = wanted.id and account.organization_id = wanted.organization_id
      and (wanted.profile_id is null or account.profile_id = wanted.profile_id)
    left join credential on credential.account_id = account.id`,
})
