import { healthReasons, healthRules, healthStates } from '../account-health.ts'
import { platforms } from '../platforms.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

export const accountStatuses = ['connected', 'expired'] as const

/**
 * The reasons why an account expired that say more than that the network rejects its token: the user revoked the
 * access.
 */
const expiredReasons = ['deauthorized'] as const
export type ExpiredReason = (typeof expiredReasons)[number]

/** The steps after which an account can send messages, in order. */
export const setupSteps = ['number', 'subscription', 'registration', 'payment', 'template'] as const
export type SetupStep = (typeof setupSteps)[number]

const setup = closed({
  state: {
    enum: ['ready', 'incomplete'],
    description: 'incomplete: steps are missing, or the platform has restricted the account.',
  },
  missing: {
    type: 'array',
    items: { enum: setupSteps },
    description:
      'Steps that have to be done before sending. payment is listed once the platform has rejected a message for ' +
      'it, until a template message is delivered; template is listed as long as there is no approved template.',
  },
})

const always = closed({
  accountId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  providerId: {
    ...nullableText,
    description: "The platform's own id of the account; null for a whatsapp account without a number.",
  },
  displayIdentifier: nullableText,
  displayName: nullableText,
  avatarUrl: nullableText,
  authMethod: nullableText,
  status: { enum: accountStatuses, description: 'expired: the customer has to connect the account again.' },
  scopes: { type: 'array', items: text },
  missingScopes: {
    type: 'array',
    items: text,
    description: 'The scopes that were not granted: declined by the user, or not requested by this deployment.',
  },
  tokenExpiresAt: nullableTimestamp,
  health: {
    ...closed({
      state: {
        enum: healthStates,
        description:
          'ok: tokens are refreshed automatically. limited: a permission is missing. action_needed, setup_incomplete, expired: a user has to do something.',
      },
      reason: {
        enum: [...healthReasons, null],
        description: healthReasons.map((reason) => `${reason}: ${healthRules[reason].about}`).join(' '),
      },
      actBefore: {
        ...nullableTimestamp,
        description: 'When the access ends unless the user logs in again; null if it does not end.',
      },
    }),
    'x-name': 'AccountHealth',
  },
  connectedAt: timestamp,
  updatedAt: timestamp,
})

/** The schema of a connected account. `xCapabilities` and `setup` are present only on networks that have them. */
export const accountShape = {
  ...always,
  properties: {
    ...always.properties,
    xCapabilities: closed({ analytics: { type: 'boolean' }, inbox: { type: 'boolean' } }),
    setup: {
      ...setup,
      properties: {
        ...setup.properties,
        restriction: {
          ...text,
          description:
            "The platform's name for the restriction, such as `account_restriction`; omitted if there is no restriction.",
        },
        quality: {
          ...text,
          description: "The platform's rating of the number, such as `red`, if it has been lowered; omitted otherwise.",
        },
      },
    },
  },
} as const

export type Account = Described<typeof accountShape>
