import type { CredentialRow, Encryption } from '@carillon/database'
import type { JsonObject } from '@carillon/providers'

function place(accountId: string) {
  return { table: 'credential', row: accountId, column: 'sealed' }
}

export function decryptCredentials(
  encryption: Encryption,
  row: Pick<CredentialRow, 'account_id' | 'sealed'>,
): JsonObject {
  return encryption.decrypt(place(row.account_id), row.sealed) as JsonObject
}

export function encryptCredentials(encryption: Encryption, accountId: string, credentials: JsonObject): Buffer {
  return encryption.encrypt(place(accountId), credentials)
}
