import { platforms } from '../platforms.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

export const accountStatuses = ['connected', 'expired'] as const

const always = closed({
  accountId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  providerId: { type: 'string', description: "The network's own id of the account." },
  displayIdentifier: nullableText,
  displayName: nullableText,
  avatarUrl: nullableText,
  authMethod: nullableText,
  status: { enum: accountStatuses, description: 'expired: the customer has to connect the account again.' },
  scopes: { type: 'array', items: text },
  missingScopes: { type: 'array', items: text, description: 'Asked for, and withheld by the person.' },
  tokenExpiresAt: nullableTimestamp,
  connectedAt: timestamp,
  updatedAt: timestamp,
})

/** A connected account; `xCapabilities` only where the network has such switches. */
export const accountShape = {
  ...always,
  properties: {
    ...always.properties,
    xCapabilities: closed({ analytics: { type: 'boolean' }, inbox: { type: 'boolean' } }),
  },
} as const

export type Account = Described<typeof accountShape>
