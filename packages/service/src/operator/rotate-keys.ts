import {
  listEncryptedWithOther,
  listEndpointsEncryptedWithOther,
  reencryptCredential,
  reencryptEndpoint,
} from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptCredentials, encryptCredentials } from '../credentials/encrypted-credentials.ts'
import { decryptHeaders, decryptSecret, encryptHeaders, encryptSecret } from '../webhook-endpoints/endpoint-secrets.ts'

const batch = 200

/**
 * Encrypts the secrets and headers of webhook endpoints again with the newest key. Returns the number of endpoints that
 * were encrypted again.
 * @throws Error if no key decrypts a row
 */
async function rotateEndpoints({ db, encryption }: Context): Promise<number> {
  for (let encrypted = 0; ; ) {
    const rows = await listEndpointsEncryptedWithOther(db, encryption.newestKeyId, batch)
    for (const row of rows) {
      const { id } = row
      const again = (secret: Buffer) => encryptSecret(encryption, id, decryptSecret(encryption, id, secret))
      const headers = encryptHeaders(encryption, id, decryptHeaders(encryption, id, row.headers))
      const oldSecret = row.oldSecret && again(row.oldSecret)
      if (await reencryptEndpoint(db, row, { id, headers, secret: again(row.secret), oldSecret })) encrypted++
    }
    if (rows.length < batch) return encrypted
  }
}

/**
 * Encrypts every stored credential and the secrets and headers of webhook endpoints again with the newest key, while
 * the service is running. Rows that change meanwhile are skipped, because the change has encrypted them with that key.
 * Other encrypted data, such as that of open connection sessions and feed cursors, keeps its key until it expires.
 * @returns the number of rows that it encrypted again, and the id of the newest key
 * @throws Error if no key decrypts a row; the rows before it stay encrypted with the newest key
 */
export async function rotateKeys(context: Context): Promise<{ encrypted: number; keyId: number }> {
  const { encryption } = context
  let encrypted = await rotateEndpoints(context)
  for (;;) {
    const rows = await listEncryptedWithOther(context.db, encryption.newestKeyId, batch)
    for (const row of rows) {
      const to = encryptCredentials(encryption, row.accountId, decryptCredentials(encryption, row))
      const { accountId, generation } = row
      if (await reencryptCredential(context.db, { accountId, generation, from: row.ciphertext, to })) encrypted++
    }
    if (rows.length < batch) return { encrypted, keyId: encryption.newestKeyId }
  }
}
