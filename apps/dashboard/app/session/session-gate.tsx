import { Center, Loader, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { SessionContext, useSessionQuery } from '../data/session-query.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { SigningOut } from './signing-out.tsx'

/**
 * Shows `children` with the session if one exists, otherwise the sign-in page, the sign-out in progress, or the error
 * of reading the session. The URL stays the same.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useSessionQuery()
  if (data?.session) return <SessionContext value={data.session}>{children}</SessionContext>
  if (data?.reason === 'signing-out') return <SigningOut ending={data.ending} />
  if (data) return <SignInPage reason={data.reason} />
  if (error) {
    return (
      <Center mih="100vh" p="md">
        <Stack component="main" maw={480}>
          <ErrorNotice error={error} onRetry={() => refetch()} />
        </Stack>
      </Center>
    )
  }
  return (
    <Center mih="100vh">
      <Loader role="status" aria-label="Loading" />
    </Center>
  )
}
