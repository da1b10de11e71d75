import type { HeldComment } from '../../comments/store.ts'

/** A comment on a Page post or an Instagram post. */
export interface Comment extends HeldComment {
  /** The id of the Page or Instagram account that published the post. */
  ownerId: string
}

/** The author of a comment. */
export interface Author {
  /** The id of the simulated Page or Instagram account; null for other users. */
  accountId: string | null
  /** The id of the user, Page or Instagram account. */
  id: string
  /** The name on Facebook, or the username on Instagram. */
  name: string
}
