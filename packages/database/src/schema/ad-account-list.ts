import type { AdAccount } from '@carillon/domain'
import type { ColumnType } from 'kysely'

/** The ad accounts that a connection reaches, as they were last read. */
export interface AdAccountListTable {
  accountId: string
  /** JSON null once the list was forgotten. */
  adAccounts: ColumnType<AdAccount[] | null, string, string>
  /** When the reading of the list began, or when the list was forgotten. */
  fetchedAt: Date
}
