import type { Generated, Selectable } from 'kysely'

export interface CredentialTable {
  accountId: string
  generation: number
  ciphertext: Buffer
  expiresAt: Date | null
  /** When the refresh that is going on, or whose end nobody stored, began; by the database's clock. */
  refreshingSince: Generated<Date | null>
  /** The refresh that holds the lease on the row. */
  refreshingBy: Generated<string | null>
  refreshedAt: Date
}

export type CredentialRow = Selectable<CredentialTable>
