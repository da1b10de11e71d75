import type { Selectable } from 'kysely'

export interface DashboardSessionTable {
  /** Of the token that the browser holds. */
  hash: Buffer
  keyId: string
  createdAt: Date
  lastUsedAt: Date
  /** When it ends, however much it is used. */
  expiresAt: Date
}

export type DashboardSessionRow = Selectable<DashboardSessionTable>
