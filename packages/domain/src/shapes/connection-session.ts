import { platforms } from '../platforms.ts'
import { closed, type Described, errorCode, text, timestamp, uuid } from '../schema.ts'

export const sessionStatuses = ['pending', 'awaiting_selection', 'completed', 'failed', 'expired'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

const error = {
  type: ['object', 'null'],
  description: 'Why the session failed; null unless the status is failed.',
  properties: { code: errorCode, message: text },
  required: ['code', 'message'],
  additionalProperties: false,
} as const

export const sessionShape = closed({
  connectionSessionId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  status: {
    enum: sessionStatuses,
    description:
      'pending: the user has not authorized an account yet, or Carillon is completing the connection. awaiting_selection: the user has to select or confirm accounts, or a phone number, on a page of Carillon. completed: see accountIds. failed: see error. expired: the session was not completed by expiresAt.',
  },
  accountIds: {
    type: 'array',
    items: uuid,
    description: 'The accounts that the session connected, or connected again; empty until it is completed.',
  },
  error,
  createdAt: timestamp,
  expiresAt: timestamp,
})

export const startedSessionShape = closed({
  connectionSessionId: uuid,
  profileId: uuid,
  platform: { enum: platforms },
  status: { const: 'pending' },
  authorizationUrl: { ...text, description: 'The URL to which you send the customer.' },
  expiresAt: { ...timestamp, description: 'When the session expires if it is not completed.' },
})

export type ConnectionSession = Described<typeof sessionShape>
export type StartedSession = Described<typeof startedSessionShape>
