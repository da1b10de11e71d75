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
  /** The Pages that the user selected in the dialog. */
  pageIds: Set<string>
  loggedInAt: number
}

export interface Token {
  value: string
  kind: 'user' | 'page' | 'instagram'
  grant: Grant
  pageId: string | null
  longLived: boolean
  issuedAt: number
  /** Null never comes. */
  expiresAt: number | null
  /** Why it stopped working before its time. */
  invalid: { subcode: number; message: string } | null
}
