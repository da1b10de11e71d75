import type { Generated, Selectable } from 'kysely'

/**
 * The encrypted credentials of accounts, such as access and refresh tokens. `generation` grows with every refresh and
 * every new authorization.
 */
export interface CredentialTable {
  accountId: string
  generation: number
  ciphertext: Buffer
  expiresAt: Date | null
  /**
   * When the refresh `refreshingBy` took the lease on the row, by the database's clock; null if no refresh has it. A
   * refresh whose process crashes leaves the lease, which then expires.
   */
  refreshingSince: Generated<Date | null>
  /** The id of the refresh that has the lease on the row; null if no refresh has it. */
  refreshingBy: Generated<string | null>
  /** When an authorization was stored, or the process received the credentials by a refresh; by the process's clock. */
  refreshedAt: Date
}

export type CredentialRow = Selectable<CredentialTable>
