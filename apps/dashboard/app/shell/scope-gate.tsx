import { Code } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAccess } from '../data/access.ts'
import type { KeyScope } from '../data/key-scopes.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Shows a page if the session's key has `scope`, or if that is undefined; otherwise a note that names the scope. */
export function ScopeGate({ scope, children }: { scope: KeyScope | undefined; children: ReactNode }) {
  const { can } = useAccess()
  if (!scope || can(scope)) return children
  return (
    <EmptyState title="Your key may not use this page">
      Sign in with a key that has the scope <Code>{scope}</Code>.
    </EmptyState>
  )
}
