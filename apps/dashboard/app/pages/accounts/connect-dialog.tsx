import type { Platform } from '@carillon/client'
import { Loader, Stack } from '@mantine/core'
import { useState } from 'react'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ConnectForm } from './connect-form.tsx'
import { type ConnectChoice, useConnection } from './connection.ts'
import { ConnectionProgress } from './connection-progress.tsx'
import { LinkForm } from './links/link-form.tsx'
import { NetworkChoice } from './network-choice.tsx'
import { openTab } from './open-tab.ts'

/**
 * The steps that connect an account: choose a social network, enter what it needs, consent in another tab; or, instead,
 * create a link for a customer.
 */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const facts = useFacts()
  const connection = useConnection(useProfileId())
  const [platform, setPlatform] = useState<Platform | null>(null)
  const [isLink, setLink] = useState(false)

  async function begin(choice: ConnectChoice) {
    if (facts === undefined) return
    const tab = openTab()
    try {
      const { authorizationUrl } = await connection.start({ choice, facts })
      tab?.go(authorizationUrl)
    } catch {
      // The mutation keeps the error, which is shown below.
      tab?.close()
    }
  }
  const chooseAgain = () => {
    connection.reset()
    setPlatform(null)
  }

  return (
    <Dialog opened onClose={onClose} title={isLink ? 'Link for a customer' : 'Connect an account'} size="lg">
      <Stack gap="md">
        {facts === undefined && <Loader role="status" aria-label="Loading" />}
        {facts && isLink && (
          <LinkForm configured={facts.configured} platform={platform} onBack={() => setLink(false)} />
        )}
        {facts && !isLink && platform === null && (
          <NetworkChoice facts={facts} onChoose={setPlatform} onLink={() => setLink(true)} />
        )}
        {facts && !isLink && platform !== null && connection.started === null && (
          <ConnectForm
            key={platform}
            platform={platform}
            facts={facts}
            isBusy={connection.isStarting}
            onBack={chooseAgain}
            onStart={begin}
            onLink={() => setLink(true)}
          />
        )}
        {!isLink && connection.error ? <ErrorNotice error={connection.error} /> : null}
        {connection.started && (
          <ConnectionProgress
            started={connection.started}
            session={connection.session}
            onClose={onClose}
            onAgain={connection.reset}
            onAnother={chooseAgain}
          />
        )}
      </Stack>
    </Dialog>
  )
}
