import type { Generated, Selectable } from 'kysely'

/** A public link to one file for one attempt of a write; the token is stored hashed, and encrypted so that it can be read again. */
export interface MediaLinkTable {
  hash: Buffer
  media_id: string
  write_id: string
  attempt: number
  sealed: Buffer
  created_at: Date
  expires_at: Date
  revoked_at: Generated<Date | null>
  fetched_at: Generated<Date | null>
}

export type MediaLinkRow = Selectable<MediaLinkTable>
