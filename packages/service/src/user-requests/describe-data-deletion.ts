import { findDataDeletion } from '@carillon/database'
import type { Context } from '../context.ts'

/** How far a deletion is, for the page that a user sees. */
export interface DeletionProgress {
  requestedAt: Date
  /** Null until everything has been deleted. */
  completedAt: Date | null
  /** Accounts that were found and deleted. */
  accounts: number
}

/** Null for a code that was never given, or whose time is over. */
export async function describeDataDeletion(context: Context, code: string): Promise<DeletionProgress | null> {
  const row = await findDataDeletion(context.db, code)
  if (!row) return null
  return { requestedAt: row.requested_at, completedAt: row.completed_at, accounts: row.account_ids.length }
}
