import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

export const profileShape = closed({
  id: uuid,
  name: text,
  externalId: nullableText,
  metadata: { type: ['object', 'null'], additionalProperties: true },
  isDefault: { type: 'boolean' },
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type Profile = Described<typeof profileShape>

/** Returns the size of a profile's metadata in bytes, as compact JSON in UTF-8. */
export function metadataBytes(metadata: unknown): number {
  return new TextEncoder().encode(JSON.stringify(metadata)).length
}
