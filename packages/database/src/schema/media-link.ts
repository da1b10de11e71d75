import type { Generated, Selectable } from 'kysely'

/** A public link to one file for one attempt of a write; the token is stored hashed, and encrypted so that it can be read again. */
export interface MediaLinkTable {
  hash: Buffer
  mediaId: string
  writeId: string
  attempt: number
  ciphertext: Buffer
  createdAt: Date
  expiresAt: Date
  revokedAt: Generated<Date | null>
  fetchedAt: Generated<Date | null>
}

export type MediaLinkRow = Selectable<MediaLinkTable>
