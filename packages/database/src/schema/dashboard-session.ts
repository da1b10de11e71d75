import type { Selectable } from 'kysely'

export interface DashboardSessionTable {
  /** Of the token that the browser holds. */
  hash: Buffer
  key_id: string
  created_at: Date
  last_used_at: Date
  /** When it ends, however much it is used. */
  expires_at: Date
}

export type DashboardSessionRow = Selectable<DashboardSessionTable>
