import { type Account, accountShape, type ConnectionSession, sessionShape } from '@carillon/domain'
import { eventRow } from './event-row.ts'
import { sampleAccount, sampleAccountId, sampleProfileId, sampleSession } from './samples.ts'

const ofAccount = {
  profileId: sampleProfileId,
  accountId: sampleAccountId,
  platform: 'bluesky',
  objectId: sampleAccountId,
} as const
const ofSession = { ...ofAccount, accountId: null, objectId: sampleSession.connectionSessionId } as const
const expired = { state: 'expired', reason: 'token_rejected', actBefore: null } as const

const accessEndsAt = '2026-12-04T09:30:00.000Z'
const ending: Account = {
  ...sampleAccount,
  platform: 'facebook',
  providerId: '102938475610293',
  displayIdentifier: 'lindqvistbakery',
  scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content'],
  tokenExpiresAt: accessEndsAt,
  health: { state: 'action_needed', reason: 'access_ends', actBefore: accessEndsAt },
}

export const accountEvents = {
  'connection.completed': eventRow<ConnectionSession>({
    description: 'A connection session has connected its accounts.',
    data: sessionShape,
    example: { ...ofSession, data: sampleSession },
  }),
  'connection.failed': eventRow<ConnectionSession>({
    description: 'A connection session has failed; see error. A session that expires raises no event.',
    data: sessionShape,
    example: {
      ...ofSession,
      data: {
        ...sampleSession,
        status: 'failed',
        accountIds: [],
        error: { code: 'billing_required', message: 'The organization has used up its free accounts.' },
      },
    },
  }),
  'account.connected': eventRow<Account>({
    description: 'An account was connected that the profile did not have. Connecting it again raises account.updated.',
    data: accountShape,
    example: { ...ofAccount, data: sampleAccount },
  }),
  'account.updated': eventRow<Account>({
    description:
      'An account was connected again, or its names, scopes, xCapabilities or setup have changed; it may still be expired, see data.status. Refreshed tokens raise no event.',
    data: accountShape,
    example: { ...ofAccount, data: sampleAccount },
  }),
  'account.expiring': eventRow<Account>({
    description:
      'The access to an account ends unless the user logs in again: raised when 14 days are left until health.actBefore, and again when 3 are; if no more than 3 are left from the start, only once.',
    data: accountShape,
    example: { ...ofAccount, platform: 'facebook', data: ending },
  }),
  'account.expired': eventRow<Account>({
    description: 'The access to an account has ended; the customer has to connect it again. See health.reason.',
    data: accountShape,
    example: { ...ofAccount, data: { ...sampleAccount, status: 'expired', health: expired } },
  }),
  'account.disconnected': eventRow<Account>({
    description:
      'An account was disconnected. data is its last state, without names, picture and providerId if the user has requested the deletion of their data.',
    data: accountShape,
    example: { ...ofAccount, data: sampleAccount },
  }),
}
