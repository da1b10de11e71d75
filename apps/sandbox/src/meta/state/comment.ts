import type { HeldComment } from '../../comments/store.ts'

/** A comment on a Page's post or on an Instagram post. */
export interface Comment extends HeldComment {
  /** The Page or Instagram account whose post this is about. */
  ownerId: string
}

/** Somebody as a comment names them. */
export interface Author {
  /** The Page or Instagram account of the sandbox, null for the public. */
  accountId: string | null
  id: string
  /** A Facebook name or an Instagram username. */
  name: string
}
