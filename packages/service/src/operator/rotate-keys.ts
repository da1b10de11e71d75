import { listSealedWithOther, resealCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { openCredentials, sealCredentials } from '../credentials/sealed-credentials.ts'

const batch = 200

/**
 * Encrypts every stored credential with the newest key, under traffic: a row that changes meanwhile is left, and found
 * again on the next round if it needs it. Afterwards older keys can be taken out of the configuration.
 */
export async function rotateKeys(context: Context): Promise<{ encrypted: number; keyId: number }> {
  const { seal } = context
  let encrypted = 0
  for (;;) {
    const rows = await listSealedWithOther(context.db, seal.newestKeyId, batch)
    for (const row of rows) {
      const to = sealCredentials(seal, row.account_id, openCredentials(seal, row))
      const { account_id, generation } = row
      await resealCredential(context.db, { account_id, generation, from: row.sealed, to })
      encrypted++
    }
    if (rows.length < batch) return { encrypted, keyId: seal.newestKeyId }
  }
}
