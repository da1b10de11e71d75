import { listCredentials } from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptCredentials } from '../credentials/encrypted-credentials.ts'

const batch = 500

/**
 * Lists the ids of accounts whose stored credentials cannot be decrypted with any of the configured keys, for example
 * because a key was removed too early.
 * @param limit the maximum number of accounts to return
 */
export async function listUnreadable(context: Context, limit: number): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  do {
    const rows = await listCredentials(context.db, { after, limit: batch })
    for (const row of rows) {
      if (!isReadable(context, row)) found.push(row.accountId)
      if (found.length >= limit) return found
    }
    after = rows.length === batch ? (rows.at(-1)?.accountId ?? null) : null
  } while (after !== null)
  return found
}

function isReadable({ encryption }: Context, row: Parameters<typeof decryptCredentials>[1]): boolean {
  try {
    decryptCredentials(encryption, row)
    return true
  } catch {
    return false
  }
}
