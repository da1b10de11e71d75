import type { Account } from '@carillon/client'
import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountName } from '../../ui/account-name.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { choiceOf, useConnection } from './connection.ts'
import { ConnectionProgress } from './connection-progress.tsx'
import { openTab } from './open-tab.ts'

/**
 * Connects an account again: one click opens the consent page of its social network in another tab, and a dialog
 * follows it.
 */
export function ReconnectButton({ account, ...props }: ButtonProps & { account: Account }) {
  const facts = useFacts()
  const connection = useConnection(useProfileId())
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    connection.reset()
  }
  // The button may be gone as soon as the account works again, and its dialog with it.
  const finish = useEffectEvent(() => {
    close()
    notifyDone('The account is connected.')
  })
  const isCompleted = connection.session?.status === 'completed'
  useEffect(() => {
    if (isCompleted) finish()
  }, [isCompleted])
  async function begin() {
    if (facts === undefined) return
    setOpen(true)
    const tab = openTab()
    try {
      tab.go((await connection.start({ choice: choiceOf(account, facts), facts })).authorizationUrl)
    } catch {
      // The mutation keeps the error, which the dialog shows.
      tab.close()
    }
  }
  return (
    <>
      <Button {...props} onClick={begin} aria-label={`Reconnect ${accountName(account)}`}>
        Reconnect
      </Button>
      <Dialog opened={isOpen} onClose={close} title="Reconnect the account" size="lg">
        {connection.error ? <ErrorNotice error={connection.error} onRetry={begin} /> : null}
        {connection.started && (
          <ConnectionProgress
            started={connection.started}
            session={connection.session}
            onClose={close}
            onAgain={begin}
          />
        )}
      </Dialog>
    </>
  )
}
