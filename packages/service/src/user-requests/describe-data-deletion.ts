import { findDataDeletion } from '@carillon/database'
import type { Context } from '../context.ts'

/** The progress of a user's data deletion, for the page that the user sees. */
export interface DeletionProgress {
  requestedAt: Date
  /** The time at which everything was deleted; null before. */
  completedAt: Date | null
  /** The number of accounts found and deleted. */
  accounts: number
}

/**
 * Matches the confirmation codes that Carillon gives. Other strings are not looked up, as the database rejects some of
 * them.
 */
const form = /^[0-9a-f]{32}$/

/** Reads the progress of a data deletion; null for a code that does not exist or is no longer kept. */
export async function describeDataDeletion(context: Context, code: string): Promise<DeletionProgress | null> {
  const row = form.test(code) ? await findDataDeletion(context.db, code) : undefined
  if (!row) return null
  return { requestedAt: row.requestedAt, completedAt: row.completedAt, accounts: row.accountIds.length }
}
