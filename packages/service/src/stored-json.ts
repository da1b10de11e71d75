import { isJsonObject, type JsonObject } from '@carillon/providers'

/**
 * A decrypted or parsed JSON object.
 * @throws Error for any other value, which no version of this service stores
 */
export function storedObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new Error('a stored JSON value is not an object')
  return value
}
