import { listEncryptedWithOther, reencryptCredential } from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptCredentials, encryptCredentials } from '../credentials/encrypted-credentials.ts'

const batch = 200

/**
 * Encrypts every stored credential with the newest key while the service is running. Rows that change in the meantime
 * are skipped and processed in the next round. Afterwards older keys can be removed from the settings.
 */
export async function rotateKeys(context: Context): Promise<{ encrypted: number; keyId: number }> {
  const { encryption } = context
  let encrypted = 0
  for (;;) {
    const rows = await listEncryptedWithOther(context.db, encryption.newestKeyId, batch)
    for (const row of rows) {
      const to = encryptCredentials(encryption, row.accountId, decryptCredentials(encryption, row))
      const { accountId, generation } = row
      await reencryptCredential(context.db, { accountId, generation, from: row.ciphertext, to })
      encrypted++
    }
    if (rows.length < batch) return { encrypted, keyId: encryption.newestKeyId }
  }
}
