import { hasScope, type KeyScope } from './key-scopes.ts'
import { useSession } from './session-query.ts'

/** The permissions of the session's key. */
export interface Access {
  can(scope: KeyScope): boolean
  /** Whether the key reaches the whole organization: it is not bound to one or several profiles. */
  hasOrganization: boolean
}

/**
 * The access of the session's key. Pages and buttons that it may not use are not offered; the service rejects them too.
 * Throws outside of a session.
 */
export function useAccess(): Access {
  const { scopes, profileId, profileIds } = useSession()
  return { can: (scope) => hasScope(scopes, scope), hasOrganization: profileId === null && profileIds === undefined }
}
