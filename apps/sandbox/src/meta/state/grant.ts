export type Login = 'facebook' | 'instagram'

/**
 * The permissions that one user gives to the app. A new login changes them; removing the app ends the grant and its
 * tokens.
 */
export interface Grant {
  login: Login
  /** The id of a Facebook user or an Instagram account. */
  subjectId: string
  scopes: Map<string, 'granted' | 'declined'>
  /** The ids of the Pages that the user selected in the dialog. */
  pageIds: Set<string>
  /** When the user last logged in, in ms since the epoch. */
  loggedInAt: number
}

export interface Token {
  value: string
  kind: 'user' | 'page' | 'instagram'
  grant: Grant
  /** The Page of a Page token; null for other tokens. */
  pageId: string | null
  longLived: boolean
  /** Milliseconds since the epoch. */
  issuedAt: number
  /** The time of expiry in ms since the epoch; null if the token does not expire. */
  expiresAt: number | null
  /** The error with which calls are rejected if the token was ended before its expiry; null if it was not. */
  invalid: { subcode: number; message: string } | null
}
