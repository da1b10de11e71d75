import type { accountStatuses, ExpiredReason, Platform, SetupStep } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

export interface AccountTable {
  id: string
  organizationId: string
  profileId: string
  platform: Platform
  /** Empty for an account whose sign-up ended without one. */
  providerId: string
  /** The network's id of what the account belongs to, by which the network names it in some events. */
  ownerId: Generated<string | null>
  /** Steps of the setup that have not been done; null where the network has no setup of its own. */
  setupMissing: Generated<SetupStep[] | null>
  /** The network's word for what it does not let the account do at present; empty once it was lifted. */
  restriction: Generated<string | null>
  /** When the network said so. */
  restrictionAt: Generated<Date | null>
  /** The network's rating of the account where it is lowered. */
  quality: Generated<string | null>
  /** When the network last rejected a message for want of a payment method. */
  paymentFailedAt: Generated<Date | null>
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
  authMethod: string | null
  status: (typeof accountStatuses)[number]
  /** Why it expired, where that is known beyond the network's rejection of its token. */
  expiredReason: Generated<ExpiredReason | null>
  /** The network's id of the user who granted the access; null where the network sends no requests about users. */
  grantedBy: Generated<string | null>
  scopes: string[]
  missingScopes: string[]
  analytics: Generated<boolean>
  inbox: Generated<boolean>
  /** How many days before the end of its access the user was last told to log in again; null if never. */
  warnedDays: Generated<number | null>
  connectedAt: Date
  updatedAt: Date
}

export type AccountRow = Selectable<AccountTable> & { tokenExpiresAt: Date | null }
