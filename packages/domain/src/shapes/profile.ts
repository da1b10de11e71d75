import { closed, type Described, nullableText, text, timestamp, uuid } from '../schema.ts'

export const profileShape = closed({
  id: uuid,
  name: text,
  externalId: { ...nullableText, description: 'Your own id of the customer; null for none.' },
  metadata: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: 'Your own data about the profile; null for none.',
  },
  isDefault: { type: 'boolean', description: 'Whether it is the oldest profile of the organization.' },
  createdAt: timestamp,
  updatedAt: timestamp,
})

export type Profile = Described<typeof profileShape>

/** Returns the size of a profile's metadata in bytes, as compact JSON in UTF-8. */
export function metadataBytes(metadata: unknown): number {
  return new TextEncoder().encode(JSON.stringify(metadata)).length
}
