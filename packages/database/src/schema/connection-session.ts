import type { Platform, SessionStatus } from '@carillon/domain'
import type { Generated, Selectable } from 'kysely'

export interface ConnectionSessionTable {
  id: string
  organization_id: string
  profile_id: string
  platform: Platform
  auth_method: string | null
  redirect_url: string | null
  status: SessionStatus
  state_hash: Buffer | null
  selection_hash: Generated<Buffer | null>
  sealed: Buffer | null
  account_ids: Generated<string[]>
  error_code: Generated<string | null>
  error_message: Generated<string | null>
  request_id: string
  created_at: Date
  expires_at: Date
  completed_at: Generated<Date | null>
}

export type ConnectionSessionRow = Selectable<ConnectionSessionTable>
