export type Login = 'facebook' | 'instagram'

/** What one person lets the app do; a new login changes it, withdrawal ends it together with its tokens. */
export interface Grant {
  login: Login
  /** A person of Facebook or an account of Instagram. */
  subjectId: string
  scopes: Map<string, 'granted' | 'declined'>
  /** The Pages that were ticked in the dialog. */
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
