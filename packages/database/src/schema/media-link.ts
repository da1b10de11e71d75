import type { Generated, Selectable } from 'kysely'

/**
 * Public URLs from which a network fetches the file of one attempt of a write. The token in the URL is stored as a
 * SHA-256 (`hash`), and encrypted so that the URL can be built again.
 */
export interface MediaLinkTable {
  hash: Buffer
  mediaId: string
  writeId: string
  attempt: number
  ciphertext: Buffer
  createdAt: Date
  expiresAt: Date
  /** When the URL was closed before its expiry; null if it was not. */
  revokedAt: Generated<Date | null>
  /** When the last byte of the file was first sent, or about to be sent; null if that has not happened. */
  fetchedAt: Generated<Date | null>
}

export type MediaLinkRow = Selectable<MediaLinkTable>
