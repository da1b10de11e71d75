import { hasScope, type KeyScope } from './key-scopes.ts'
import { useSession } from './session-query.ts'

/** What the key of the session may do. */
export interface Access {
  can(scope: KeyScope): boolean
  /** Whether the key is bound to no profile. */
  hasOrganization: boolean
}

/** The access of the session's key. Pages and buttons that it may not use are not offered; the service rejects them too. */
export function useAccess(): Access {
  const { scopes, profileId, profileIds } = useSession()
  return { can: (scope) => hasScope(scopes, scope), hasOrganization: profileId === null && profileIds === undefined }
}
