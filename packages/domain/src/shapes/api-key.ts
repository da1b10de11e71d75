import { keyBudgets, usedBudgetsShape } from '../keys/key-budgets.ts'
import { keyScopes } from '../keys/key-scopes.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

/** The schema of an API key in responses. The secret itself is returned only when the key is created. */
export const apiKeyShape = closed({
  keyId: uuid,
  name: nullableText,
  profileId: {
    type: ['string', 'null'],
    format: 'uuid',
    description:
      'The profile that the key is bound to; null if there are several, or if it has access to the whole organization.',
  },
  profileIds: {
    type: ['array', 'null'],
    items: uuid,
    description: 'The profiles that the key is bound to, if there are several; otherwise null.',
  },
  scopes: { type: 'array', items: { enum: keyScopes }, description: 'The scopes of the key; `*` is everything.' },
  allowedIps: {
    type: ['array', 'null'],
    items: text,
    description: 'The IP addresses and networks from which the key can be used; null for all.',
  },
  budgets: {
    type: ['object', 'null'],
    properties: keyBudgets,
    additionalProperties: false,
    description:
      'The maximum that the key may use, of budgets per day together with the keys that it created. A budget that is not listed is unlimited; null if the key has no budgets.',
  },
  used: usedBudgetsShape,
  last4: { ...text, description: 'The last four characters of the key.' },
  createdAt: timestamp,
  expiresAt: { ...nullableTimestamp, description: 'When the key stops working; null for never.' },
  lastUsedAt: {
    ...nullableTimestamp,
    description: 'When the key was last used, up to a minute behind; null if it was not used yet.',
  },
  lastUsedIp: {
    ...nullableText,
    description: 'The IP address of the last request with the key; null if there was none or the address is unknown.',
  },
})

export type ApiKey = Described<typeof apiKeyShape>
