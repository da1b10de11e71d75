import type { Selectable } from 'kysely'

/** Sessions of the dashboard, each with the access of one API key. */
export interface DashboardSessionTable {
  /** The hash of the token in the browser's cookie. */
  hash: Buffer
  keyId: string
  createdAt: Date
  lastUsedAt: Date
  /** When the session ends, even if it is in use. */
  expiresAt: Date
}

export type DashboardSessionRow = Selectable<DashboardSessionTable>
