import type { ReactNode } from 'react'
import { useAccess } from '../data/access.ts'
import type { KeyScope } from '../data/key-scopes.ts'

/** What needs a scope, such as a button: absent for a session whose key does not have it. The service checks it too. */
export function Allowed({ scope, children }: { scope: KeyScope; children: ReactNode }) {
  return useAccess().can(scope) ? children : null
}
