import type { AdAccount } from '@carillon/domain'
import type { ColumnType } from 'kysely'

/** The ad accounts that a connection reaches, as they were last read. */
export interface AdAccountListTable {
  account_id: string
  /** JSON null once the list was forgotten. */
  ad_accounts: ColumnType<AdAccount[] | null, string, string>
  /** When the reading of the list began, or when the list was forgotten. */
  fetched_at: Date
}
