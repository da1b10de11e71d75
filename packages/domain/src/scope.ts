/** The data to which a request has access: an organization, or some of its profiles. Queries are limited by it. */
export interface Scope {
  organizationId: string
  /** The only accessible profile; null for several profiles or the whole organization. */
  profileId: string | null
  /** The accessible profiles, if there are several. */
  profileIds?: readonly string[]
}

/** Returns the profiles to which a scope gives access; null for all profiles of the organization. */
export function profilesOf({ profileId, profileIds }: Scope): readonly string[] | null {
  return profileIds ?? (profileId === null ? null : [profileId])
}

/** Returns whether a scope gives access to a profile. That the profile belongs to the organization is not checked. */
export function reachesProfile(scope: Scope, profileId: string): boolean {
  return profilesOf(scope)?.includes(profileId) ?? true
}
