import { keyBudgets, usedBudgetsShape } from '../keys/key-budgets.ts'
import { keyScopes } from '../keys/key-scopes.ts'
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
  profileIds: {
    type: ['array', 'null'],
    items: uuid,
    description: 'The profiles that the key is bound to, if they are several; else null.',
  },
  scopes: { type: 'array', items: { enum: keyScopes }, description: 'What the key may do; `*` is everything.' },
  allowedIps: {
    type: ['array', 'null'],
    items: text,
    description: 'The IP addresses and networks from which the key can be used; null for all.',
  },
  budgets: {
    type: ['object', 'null'],
    properties: keyBudgets,
    additionalProperties: false,
    description: 'What the key may use up, together with the keys that it created; null if it has no budgets.',
  },
  used: usedBudgetsShape,
  last4: { ...text, description: 'The last four characters of the key.' },
  createdAt: timestamp,
  expiresAt: nullableTimestamp,
  lastUsedAt: nullableTimestamp,
  lastUsedIp: { ...nullableText, description: 'The IP address of the last use.' },
})

export type ApiKey = Described<typeof apiKeyShape>
