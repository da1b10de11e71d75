import { Center, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Ending, noteSignedIn, noteSignedOut, sendToSession } from '../data/session-query.ts'
import { notifyError } from '../ui/notify.ts'

async function endSession({ everywhere }: Ending): Promise<void> {
  const response = await sendToSession('DELETE', { query: everywhere ? '?everywhere=true' : '' })
  // Without a session there is nothing to sign out of.
  if (!response.ok && response.status !== 401) throw new Error('Signing out did not work.')
}

/**
 * Ends the session while no page is shown: a read that is in flight, or that a page begins meanwhile, would meet a session
 * that is gone. If the session cannot be ended, the pages come back.
 */
export function SigningOut({ ending }: { ending: Ending }) {
  const client = useQueryClient()
  useEffect(() => {
    client
      .cancelQueries()
      .then(() => endSession(ending))
      .then(
        () => noteSignedOut(client),
        (error: unknown) => {
          noteSignedIn(client, ending.session)
          notifyError(error)
        },
      )
  }, [client, ending])
  return (
    <Center mih="100vh" component="main">
      <Loader aria-label="Signing out" />
    </Center>
  )
}
