import { listCredentials } from '@carillon/database'
import type { Context } from '../context.ts'
import { decryptCredentials } from '../credentials/encrypted-credentials.ts'
import { decryptHeaders, decryptOldSecrets, decryptSecret } from '../webhook-endpoints/endpoint-secrets.ts'
import { listEndpointSecrets } from './encrypted-secrets.ts'

const batch = 500

interface EncryptedRow {
  id: string
  /** Decrypts the values of the row. Throws if one of them cannot be decrypted. */
  decrypt(): void
}

function isReadable(row: EncryptedRow): boolean {
  try {
    row.decrypt()
    return true
  } catch {
    return false
  }
}

/**
 * Returns the ids of up to `limit` rows that cannot be decrypted. `read` returns the `batch` rows that follow an id.
 */
async function listUnreadable(
  limit: number,
  read: (after: string | null) => Promise<EncryptedRow[]>,
): Promise<string[]> {
  const found: string[] = []
  let after: string | null = null
  do {
    const rows = await read(after)
    for (const row of rows) {
      if (!isReadable(row)) found.push(row.id)
      if (found.length >= limit) return found
    }
    after = rows.length === batch ? (rows.at(-1)?.id ?? null) : null
  } while (after !== null)
  return found
}

/**
 * Lists the ids of accounts whose stored credentials cannot be decrypted with any of the configured keys, for example
 * because a key was removed too early.
 * @param limit the maximum number of accounts to return
 */
export function listUnreadableAccounts({ db, encryption }: Context, limit: number): Promise<string[]> {
  return listUnreadable(limit, async (after) => {
    const rows = await listCredentials(db, { after, limit: batch })
    return rows.map((row) => ({ id: row.accountId, decrypt: () => decryptCredentials(encryption, row) }))
  })
}

/**
 * Lists the ids of webhook endpoints of which a secret or the headers cannot be decrypted with any of the configured
 * keys. Deliveries to them wait, or are signed without the former secrets if only these are lost.
 * @param limit the maximum number of endpoints to return
 */
export function listUnreadableEndpoints({ db, encryption }: Context, limit: number): Promise<string[]> {
  return listUnreadable(limit, async (after) => {
    const rows = await listEndpointSecrets(db, { after, max: batch })
    return rows.map(({ id, headers, secret, oldSecret }) => ({
      id,
      decrypt() {
        decryptHeaders(encryption, id, headers)
        decryptSecret(encryption, id, secret)
        if (oldSecret) decryptOldSecrets(encryption, id, oldSecret)
      },
    }))
  })
}
