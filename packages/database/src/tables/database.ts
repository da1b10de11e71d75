import type { AccountTable } from './account.ts'
import type { AllowedOriginTable } from './allowed-origin.ts'
import type { ApiKeyTable } from './api-key.ts'
import type { ChargeTable } from './charge.ts'
import type { ConnectionSessionTable } from './connection-session.ts'
import type { CredentialTable } from './credential.ts'
import type { DayBudgetTable } from './day-budget.ts'
import type { IdempotentAnswerTable } from './idempotent-answer.ts'
import type { MediaFileTable } from './media-file.ts'
import type { MediaLinkTable } from './media-link.ts'
import type { OrganizationTable } from './organization.ts'
import type { ProfileTable } from './profile.ts'
import type { PublicationTable } from './publication.ts'
import type { PublicationAttemptTable } from './publication-attempt.ts'
import type { RateTable } from './rate.ts'
import type { RequestWindowTable } from './request-window.ts'

/** Every table by its name; each table's file holds its row type and its queries. */
export interface Database {
  account: AccountTable
  allowed_origin: AllowedOriginTable
  api_key: ApiKeyTable
  charge: ChargeTable
  connection_session: ConnectionSessionTable
  credential: CredentialTable
  day_budget: DayBudgetTable
  idempotent_answer: IdempotentAnswerTable
  media_file: MediaFileTable
  media_link: MediaLinkTable
  organization: OrganizationTable
  profile: ProfileTable
  publication: PublicationTable
  publication_attempt: PublicationAttemptTable
  rate: RateTable
  request_window: RequestWindowTable
}
