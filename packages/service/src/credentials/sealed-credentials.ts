import type { CredentialRow, Seal } from '@carillon/database'
import type { JsonObject } from '@carillon/providers'

function place(accountId: string) {
  return { table: 'credential', row: accountId, column: 'sealed' }
}

export function openCredentials(seal: Seal, row: Pick<CredentialRow, 'account_id' | 'sealed'>): JsonObject {
  return seal.open(place(row.account_id), row.sealed) as JsonObject
}

export function sealCredentials(seal: Seal, accountId: string, credentials: JsonObject): Buffer {
  return seal.seal(place(accountId), credentials)
}
