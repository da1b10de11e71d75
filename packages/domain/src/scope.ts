/** Whose data a request may touch. Every query takes one; a profile-bound key narrows it to that profile. */
export interface Scope {
  organizationId: string
  /** Set when the key is bound to one profile. */
  profileId: string | null
}
