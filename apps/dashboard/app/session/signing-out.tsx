import { Center, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Ending, noteSignedIn, noteSignedOut, sendToSession } from '../data/session-query.ts'
import { notifyError } from '../ui/notify.ts'
import { forgetUnsentTexts } from './unsent-texts.ts'

async function endSession({ everywhere }: Ending): Promise<void> {
  const response = await sendToSession('DELETE', { query: everywhere ? '?everywhere=true' : '' })
  // Without a session there is nothing to sign out of.
  if (!response.ok && response.status !== 401) throw new Error('Signing out did not work.')
}

/**
 * Ends the session at the service as soon as it is rendered, while no page is shown: reads of a page would fail without
 * a session. If that does not work, the pages return with an error message.
 */
export function SigningOut({ ending }: { ending: Ending }) {
  const client = useQueryClient()
  useEffect(() => {
    client
      .cancelQueries()
      .then(() => endSession(ending))
      .then(
        () => {
          forgetUnsentTexts()
          noteSignedOut(client)
        },
        (error: unknown) => {
          noteSignedIn(client, ending.session)
          notifyError(error)
        },
      )
  }, [client, ending])
  return (
    <Center mih="100vh" component="main">
      <Loader role="status" aria-label="Signing out" />
    </Center>
  )
}
