import type { EncryptionKey } from '@carillon/database'
import { ConfigError } from './config-error.ts'

const form = 'ENCRYPTION_KEYS must be <id from 1 to 255>:<32 bytes as base64>, comma-separated.'

function parseKey(entry: string): EncryptionKey {
  const [text, encoded = ''] = entry.split(':')
  const key = Buffer.from(encoded, 'base64')
  const id = Number(text)
  if (!Number.isInteger(id) || id < 1 || id > 255 || key.length !== 32) throw new ConfigError(form)
  return { id, key }
}

/**
 * Parses the entries of `ENCRYPTION_KEYS`, each `<id>:<32 bytes as base64>`, the newest first.
 * @throws ConfigError if the list is empty, if an entry has another form, or if two different keys have the same id:
 *   data encrypted with one of the two would be decrypted with the other
 */
export function parseEncryptionKeys(entries: readonly string[]): EncryptionKey[] {
  const keys = entries.map(parseKey)
  if (keys.length === 0) throw new ConfigError(form)
  for (const [index, { id, key }] of keys.entries()) {
    const other = keys.slice(0, index).find((earlier) => earlier.id === id)
    if (other && !other.key.equals(key)) {
      throw new ConfigError(`ENCRYPTION_KEYS has two keys with the id ${id}; give the new one an id of its own.`)
    }
  }
  return keys
}
