import type { Db } from '../db.ts'
import type { AccountRow } from '../schema/account.ts'
import type { CredentialRow } from '../schema/credential.ts'
import { statement } from '../statements/statement.ts'
import { readWanted, type Wanted } from '../statements/wanted.ts'

/** The columns of credentials that a call with the stored tokens needs. */
export type StoredCredential = Pick<CredentialRow, 'accountId' | 'generation' | 'ciphertext' | 'expiresAt'>

/** An account with its encrypted credentials; `credential` is undefined if it has none. */
export interface AccountWithCredential {
  account: AccountRow
  credential: StoredCredential | undefined
}

type JoinedRow = AccountRow & { generation: number | null; ciphertext: Buffer | null }

const columns = 'account.*, credential.expires_at as token_expires_at, credential.generation, credential.sealed'

const find = readWanted<JoinedRow>({
  select: columns,
  from: `join account on account.id = wanted.id and account.organization_id = wanted.organization_id
      and (wanted.profile_ids is null or account.profile_id = any(wanted.profile_ids::uuid[]))
    left join credential on credential.account_id = account.id`,
})

const readOfWrite = statement<JoinedRow>(
  `select ${columns}
  from external_write
  join account on account.id = external_write.account_id and account.organization_id = external_write.organization_id
  left join credential on credential.account_id = account.id
  where external_write.id = $1`,
  'lazy',
)

function withCredential(row: JoinedRow | undefined): AccountWithCredential | undefined {
  if (row === undefined) return undefined
  const { generation, ciphertext, ...account } = row
  if (generation === null || ciphertext === null) return { account, credential: undefined }
  return { account, credential: { accountId: account.id, generation, ciphertext, expiresAt: account.tokenExpiresAt } }
}

/**
 * Reads an account with its credentials within a scope (an organization, or some of its profiles); undefined if none
 * exists. Simultaneous calls share one query.
 */
export async function findAccount(db: Db, wanted: Wanted): Promise<AccountWithCredential | undefined> {
  return withCredential(await find(db, wanted))
}

/**
 * Reads the account of an external write and its credentials in one query. Undefined if there is no such write, or its
 * account was disconnected.
 */
export async function findAccountOfWrite(db: Db, writeId: string): Promise<AccountWithCredential | undefined> {
  const [row] = await readOfWrite(db, [writeId])
  return withCredential(row)
}

/** Returns a query of accounts, each with the expiry of its access token. */
export function selectAccounts(db: Db) {
  return db.kysely
    .selectFrom('account')
    .leftJoin('credential', 'credential.accountId', 'account.id')
    .selectAll('account')
    .select('credential.expiresAt as tokenExpiresAt')
}
