import type { ReactNode } from 'react'
import { useAccess } from '../data/access.ts'
import type { KeyScope } from '../data/key-scopes.ts'

/** Shows `children`, such as a button, only if the session's key has `scope`. The service checks the scope as well. */
export function Allowed({ scope, children }: { scope: KeyScope; children: ReactNode }) {
  return useAccess().can(scope) ? children : null
}
