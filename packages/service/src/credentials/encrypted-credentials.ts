import type { CredentialRow, Encryption } from '@carillon/database'
import type { JsonObject } from '@carillon/providers'
import type { Context } from '../context.ts'
import { storedObject } from '../stored-json.ts'

function place(accountId: string) {
  return { table: 'credential', row: accountId, column: 'sealed' }
}

/**
 * Decrypts the credentials of an account.
 * @throws Error if no key decrypts them or the ciphertext belongs to another row
 */
export function decryptCredentials(
  encryption: Encryption,
  row: Pick<CredentialRow, 'accountId' | 'ciphertext'>,
): JsonObject {
  return storedObject(encryption.decrypt(place(row.accountId), row.ciphertext))
}

/**
 * Decrypts the credentials of an account as `decryptCredentials` does. Null if that fails, as after the loss of an
 * encryption key; this is logged.
 */
export function readableCredentials(
  { encryption, log }: Pick<Context, 'encryption' | 'log'>,
  row: Pick<CredentialRow, 'accountId' | 'ciphertext'>,
): JsonObject | null {
  try {
    return decryptCredentials(encryption, row)
  } catch (err) {
    log.error({ accountId: row.accountId, err }, 'stored credentials not readable')
    return null
  }
}

/** Encrypts the credentials of an account. The ciphertext can only be decrypted for this account's row. */
export function encryptCredentials(encryption: Encryption, accountId: string, credentials: JsonObject): Buffer {
  return encryption.encrypt(place(accountId), credentials)
}
