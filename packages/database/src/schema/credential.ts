import type { Generated, Selectable } from 'kysely'

/** The encrypted credentials of accounts, such as access and refresh tokens. `generation` grows with every refresh. */
export interface CredentialTable {
  accountId: string
  generation: number
  ciphertext: Buffer
  expiresAt: Date | null
  /**
   * When the current refresh began, or one whose end was never stored, by the database's clock; null if there is none.
   */
  refreshingSince: Generated<Date | null>
  /** The id of the refresh that holds the lease on the row. */
  refreshingBy: Generated<string | null>
  refreshedAt: Date
}

/** The credentials of one account. */
export type CredentialRow = Selectable<CredentialTable>
