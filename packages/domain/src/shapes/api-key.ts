import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

/** An API key as it is listed. The key itself is shown once, when it is created. */
export const apiKeyShape = closed({
  keyId: uuid,
  name: nullableText,
  profileId: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The profile that the key is bound to; null for a key of the organization.',
  },
  last4: { ...text, description: 'The last four characters of the key.' },
  createdAt: timestamp,
  expiresAt: nullableTimestamp,
  lastUsedAt: nullableTimestamp,
})

export type ApiKey = Described<typeof apiKeyShape>
