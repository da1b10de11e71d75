import { Center, Code, Loader } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useAccess } from '../data/access.ts'
import { useChosenProfile } from '../data/profile.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { LinkButton } from '../ui/link-button.tsx'

/**
 * Shows a page that needs a profile once it is known which one, otherwise why none exists. If there are several
 * profiles, the URL gets the id of this one.
 */
export function ProfileGate({ children }: { children: ReactNode }) {
  const { profiles, profileId, isPending, error, refetch, isInUrl, nameInUrl } = useChosenProfile()
  const { can } = useAccess()
  const isToBeNamed = profileId !== null && !isInUrl && profiles.length > 1
  useEffect(() => {
    if (isToBeNamed) nameInUrl(profileId)
  }, [isToBeNamed, profileId, nameInUrl])
  if (error) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (isPending) {
    return (
      <Center h={240}>
        <Loader role="status" aria-label="Loading" />
      </Center>
    )
  }
  if (profileId !== null) return children
  if (!can('profiles:read')) {
    return (
      <EmptyState title="Your key may not list profiles">
        This page is about a profile. Sign in with a key that has the scope <Code>profiles:read</Code>, or that is bound
        to one profile.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No profile yet" action={<LinkButton to="/profiles">Go to the profiles</LinkButton>}>
      Accounts and posts belong to a profile. Create one first.
    </EmptyState>
  )
}
