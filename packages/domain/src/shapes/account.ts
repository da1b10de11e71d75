import { healthReasons, healthRules, healthStates } from '../account-health.ts'
import { platforms } from '../platforms.ts'
import { closed, type Described, nullableText, nullableTimestamp, text, timestamp, uuid } from '../schema.ts'

export const accountStatuses = ['connected', 'expired'] as const

/**
 * The stored reasons why an account expired: only `deauthorized`, the user revoked the access. If the network just
 * rejects the token, no reason is stored.
 */
const expiredReasons = ['deauthorized'] as const
export type ExpiredReason = (typeof expiredReasons)[number]

/** The steps of the setup of a WhatsApp account after which it can send messages, in order. */
export const setupSteps = ['number', 'subscription', 'registration', 'payment', 'template'] as const
export type SetupStep = (typeof setupSteps)[number]

const setup = closed({
  state: {
    enum: ['ready', 'incomplete'],
    description: 'ready: no step is missing, and the platform has not restricted the account. incomplete: otherwise.',
  },
  missing: {
    type: 'array',
    items: { enum: setupSteps },
    description:
      'Steps that have to be done before messages can be sent, each until Carillon has done or checked it: it does ' +
      'subscription and, where possible, registration itself. number: the sign-up ended without a number. ' +
      'subscription: the app does not receive the webhook events of the business account. registration: the number is ' +
      'not registered for sending. payment: the platform has rejected a template message because a payment method is ' +
      'missing or terms were not accepted; listed until a template message is delivered or the customer signs up ' +
      'again. template: there is no approved template.',
  },
})

const always = closed({
  accountId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  providerId: {
    ...nullableText,
    description:
      "The platform's own id of the account; null for a whatsapp account without a number, and in account.disconnected if the user's data was deleted.",
  },
  displayIdentifier: {
    ...nullableText,
    description:
      'The handle or username or, on whatsapp, the phone number; null without one, or if it could not be read, such as without the permission for it.',
  },
  displayName: nullableText,
  avatarUrl: nullableText,
  authMethod: {
    ...nullableText,
    description: 'How the user logged in: instagram_login or facebook_login on instagram, otherwise null.',
  },
  status: {
    enum: accountStatuses,
    description:
      'connected: the connection has not expired; see health for its limits. expired: the customer has to connect it again.',
  },
  scopes: { type: 'array', items: text, description: 'The scopes of the platform that the user granted.' },
  missingScopes: {
    type: 'array',
    items: text,
    description:
      "The scopes that Carillon lacks: not requested when the account was connected, declined or later removed by the user or, with facebook_login, not covered by the user's role on the Page.",
  },
  tokenExpiresAt: {
    ...nullableTimestamp,
    description:
      "When the current access token expires or, on facebook and with facebook_login, the access to the user's data ends, if that is earlier; null if it does not end, or the end is not known. Carillon refreshes the token before that where the platform allows it: actBefore in health says when a user has to act.",
  },
  health: {
    ...closed({
      state: {
        enum: healthStates,
        description:
          'ok: nobody has to do anything. limited: the account works, but a permission is missing, or its token expires and is not renewed. setup_incomplete: see setup.missing. action_needed and expired: a user has to do something; see reason.',
      },
      reason: {
        enum: [...healthReasons, null],
        description: `${healthReasons.map((reason) => `${reason}: ${healthRules[reason].about}`).join(' ')} null: the state is ok.`,
      },
      actBefore: {
        ...nullableTimestamp,
        description:
          'When the access ends unless the user logs in or signs up again, also while the state is ok; null if it does not end, the end is not known, or it has already ended (expired).',
      },
    }),
    'x-name': 'AccountHealth',
  },
  connectedAt: timestamp,
  updatedAt: timestamp,
})

/**
 * The schema of a connected account. `xCapabilities` (which paid background reads are on) is present only on X, and
 * `setup` (which steps are missing before messages can be sent) only on WhatsApp.
 */
export const accountShape = {
  ...always,
  properties: {
    ...always.properties,
    xCapabilities: {
      ...closed({ analytics: { type: 'boolean' }, inbox: { type: 'boolean' } }),
      description: 'Which background reads, which x bills, are allowed. Only on x, otherwise omitted.',
    },
    setup: {
      ...setup,
      description:
        'Whether the account can send messages, unless its connection has expired. Only on whatsapp, otherwise omitted.',
      properties: {
        ...setup.properties,
        restriction: {
          ...text,
          description:
            "The platform's name for the restriction, such as `account_restriction`; omitted if there is no restriction.",
        },
        quality: {
          ...text,
          description:
            "WhatsApp's quality rating of the phone number, `yellow` or `red`, if it is lower than `green`; omitted otherwise.",
        },
      },
    },
  },
} as const

export type Account = Described<typeof accountShape>
