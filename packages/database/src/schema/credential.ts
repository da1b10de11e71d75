import type { Generated, Selectable } from 'kysely'

export interface CredentialTable {
  account_id: string
  generation: number
  sealed: Buffer
  expires_at: Date | null
  /** When the refresh that is going on, or whose end nobody stored, began; by the database's clock. */
  refreshing_since: Generated<Date | null>
  /** The refresh that holds the lease on the row. */
  refreshing_by: Generated<string | null>
  refreshed_at: Date
}

export type CredentialRow = Selectable<CredentialTable>
