/** Whose data a request may touch. Every query takes one; a bound key narrows it to its profiles. */
export interface Scope {
  organizationId: string
  /** Set when the key is bound to one profile. */
  profileId: string | null
  /** Set when the key is bound to several profiles. */
  profileIds?: readonly string[]
}

/** The profiles that a scope reaches; null for all of the organization. */
export function profilesOf({ profileId, profileIds }: Scope): readonly string[] | null {
  return profileIds ?? (profileId === null ? null : [profileId])
}

/** Whether a scope reaches a profile of its organization. */
export function reachesProfile(scope: Scope, profileId: string): boolean {
  return profilesOf(scope)?.includes(profileId) ?? true
}
