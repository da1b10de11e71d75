import type { accountStatuses, ExpiredReason, Platform, SetupStep } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

/** The accounts of social networks that are connected to profiles. */
export interface AccountTable {
  id: string
  organizationId: string
  profileId: string
  platform: Platform
  /**
   * The network's id of the account; empty after a business has signed up without a phone number, until it adds one.
   */
  providerId: string
  /**
   * The network's id of what the account belongs to, such as a business, which some webhook events name instead; null
   * if the network has no such owner.
   */
  ownerId: Generated<string | null>
  /** The setup steps that have not been done, empty if all are; null for networks without a setup. */
  setupMissing: Generated<SetupStep[] | null>
  /**
   * The network's name for the restriction of the account; empty once it has been lifted, null if none was reported.
   */
  restriction: Generated<string | null>
  /** The time at which the network reported the restriction or its end; null if it reported none. */
  restrictionAt: Generated<Date | null>
  /** The network's quality rating of the account, such as `yellow`; null if it is good or not known. */
  quality: Generated<string | null>
  /**
   * The time at which the network last rejected a message because a payment method is missing; null if it has not since
   * the last authorization, or if a template message was found to be delivered since.
   */
  paymentFailedAt: Generated<Date | null>
  /** The handle, username or phone number of the account; null if the network reports none. */
  displayIdentifier: string | null
  displayName: string | null
  avatarUrl: string | null
  /** How the user logged in, on networks with several login methods; null on other networks. */
  authMethod: string | null
  status: (typeof accountStatuses)[number]
  /**
   * Why the account expired; null if no more is known than that the network rejected its token, and for accounts that
   * are not expired.
   */
  expiredReason: Generated<ExpiredReason | null>
  /** The network's id of the user who granted the access; null for networks that send no requests about users. */
  grantedBy: Generated<string | null>
  scopes: string[]
  missingScopes: string[]
  /** Whether background reads that X bills are allowed: the two fields of `xCapabilities`. False on other networks. */
  analytics: Generated<boolean>
  inbox: Generated<boolean>
  /**
   * How many days before the end of the account's access the last warning of this end was sent; null if none was sent
   * since the last authorization.
   */
  warnedDays: Generated<number | null>
  /** When the account was first connected; kept when it is connected again. */
  connectedAt: Date
  updatedAt: Date
}

/**
 * An account. `tokenExpiresAt` is the expiry of its access token; null if the token does not expire, or if the account
 * has no credentials.
 */
export type AccountRow = Selectable<AccountTable> & { tokenExpiresAt: Date | null }
