import type { accountStatuses, ExpiredReason, Platform, SetupStep } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

export interface AccountTable {
  id: string
  organization_id: string
  profile_id: string
  platform: Platform
  /** Empty for an account whose sign-up ended without one. */
  provider_id: string
  /** The network's id of what the account belongs to, by which the network names it in some events. */
  owner_id: Generated<string | null>
  /** Steps of the setup that have not been done; null where the network has no setup of its own. */
  setup_missing: Generated<SetupStep[] | null>
  /** The network's word for what it does not let the account do at present; empty once it was lifted. */
  restriction: Generated<string | null>
  /** When the network said so. */
  restriction_at: Generated<Date | null>
  /** The network's rating of the account where it is lowered. */
  quality: Generated<string | null>
  /** When the network last rejected a message for want of a payment method. */
  payment_failed_at: Generated<Date | null>
  display_identifier: string | null
  display_name: string | null
  avatar_url: string | null
  auth_method: string | null
  status: (typeof accountStatuses)[number]
  /** Why it expired, where that is known beyond the network's rejection of its token. */
  expired_reason: Generated<ExpiredReason | null>
  /** The network's id of the user who granted the access; null where the network sends no requests about users. */
  granted_by: Generated<string | null>
  scopes: string[]
  missing_scopes: string[]
  analytics: Generated<boolean>
  inbox: Generated<boolean>
  connected_at: Date
  updated_at: Date
}

export type AccountRow = Selectable<AccountTable> & { token_expires_at: Date | null }
