import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import type { CredentialRow } from '../schema/credential.ts'
import { readWanted, type Wanted } from '../statements/wanted.ts'

/** The columns of credentials that a call with the stored tokens needs. */
export type StoredCredential = Pick<CredentialRow, 'accountId' | 'generation' | 'ciphertext' | 'expiresAt'>

/** An account with its encrypted credentials; `credential` is undefined if it has none. */
export interface ReachableAccount {
  account: AccountRow
  credential: StoredCredential | undefined
}

const find = readWanted<AccountRow & { generation: number | null; ciphertext: Buffer | null }>({
  select: 'account.*, credential.expires_at as token_expires_at, credential.generation, credential.sealed',
  from: `join account on account.id = wanted.id and account.organization_id = wanted.organization_id
      and (wanted.profile_ids is null or account.profile_id = any(wanted.profile_ids::uuid[]))
    left join credential on credential.account_id = account.id`,
})

/**
 * Reads an account with its credentials within a scope; undefined if none exists. Simultaneous calls share one query.
 */
export async function findReachableAccount(db: Db, wanted: Wanted): Promise<ReachableAccount | undefined> {
  const row = await find(db, wanted)
  if (row === undefined) return undefined
  const { generation, ciphertext, ...account } = row
  if (generation === null || ciphertext === null) return { account, credential: undefined }
  return { account, credential: { accountId: account.id, generation, ciphertext, expiresAt: account.tokenExpiresAt } }
}
