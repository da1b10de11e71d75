import { randomBytes } from 'node:crypto'
import type { Encryption } from '@carillon/database'
import { storedObject } from '../stored-json.ts'

const table = 'webhook_endpoint'
const prefix = 'whsec_'

/**
 * Returns a new secret for a webhook endpoint: `whsec_` and 32 random bytes in base64.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md (read 2026-11-23)
 */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString('base64')
}

/** Returns the bytes of a secret (`whsec_` and base64), which are the key that signs deliveries. Does not check it. */
export function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64')
}

/** Encrypts the secret of a webhook endpoint. The ciphertext can only be decrypted for this endpoint. */
export function encryptSecret(encryption: Encryption, id: string, secret: string): Buffer {
  return encryption.encrypt({ table, row: id, column: 'secret' }, secret)
}

/**
 * Decrypts the secret of a webhook endpoint.
 * @throws Error if no key decrypts the ciphertext or it belongs to another row
 */
export function decryptSecret(encryption: Encryption, id: string, ciphertext: Buffer): string {
  return String(encryption.decrypt({ table, row: id, column: 'secret' }, ciphertext))
}

/** Encrypts the former secrets of a webhook endpoint, the latest first, as one ciphertext of this endpoint. */
export function encryptOldSecrets(encryption: Encryption, id: string, secrets: readonly string[]): Buffer {
  return encryptSecret(encryption, id, secrets.join(' '))
}

/**
 * Decrypts the former secrets of a webhook endpoint, the latest first.
 * @throws Error if no key decrypts the ciphertext or it belongs to another row
 */
export function decryptOldSecrets(encryption: Encryption, id: string, ciphertext: Buffer): string[] {
  return decryptSecret(encryption, id, ciphertext).split(' ')
}

type Headers = Readonly<Record<string, string>>

/** Encrypts the extra headers of a webhook endpoint. The ciphertext can only be decrypted for this endpoint. */
export function encryptHeaders(encryption: Encryption, id: string, headers: Headers): Buffer {
  return encryption.encrypt({ table, row: id, column: 'headers' }, headers)
}

/**
 * Decrypts the extra headers of a webhook endpoint.
 * @throws Error if no key decrypts the ciphertext or it belongs to another row
 */
export function decryptHeaders(encryption: Encryption, id: string, ciphertext: Buffer): Record<string, string> {
  const stored = storedObject(encryption.decrypt({ table, row: id, column: 'headers' }, ciphertext))
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, String(value)]))
}
