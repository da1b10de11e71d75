import type { AdAccount } from '@carillon/domain'
import type { ColumnType } from 'kysely'

/** Cached lists of the ad accounts that an account can access. */
export interface AdAccountListTable {
  accountId: string
  /** The ad accounts; JSON null after the list was invalidated. */
  adAccounts: ColumnType<AdAccount[] | null, string, string>
  /** The time at which reading the list began, or at which it was invalidated. */
  fetchedAt: Date
}
