import { isJsonObject, type JsonObject } from '@carillon/providers'

/**
 * Returns a decrypted or parsed value as a JSON object.
 * @throws Error for any other value, which no version of Carillon stores
 */
export function storedObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error('a stored JSON value is not an object')
  return value
}
