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
import { NetworkChoice } from './network-choice.tsx'
import { openTab } from './open-tab.ts'

/** Connects an account: which social network, what it needs, then consent in another tab or at a customer's. */
export function ConnectDialog({ onClose }: { onClose: () => void }) {
  const facts = useFacts()
  const connection = useConnection(useProfileId())
  const [platform, setPlatform] = useState<Platform | null>(null)
  const [isForCustomer, setForCustomer] = useState(false)

  async function begin(choice: ConnectChoice, forCustomer: boolean) {
    if (facts === undefined) return
    setForCustomer(forCustomer)
    const tab = forCustomer ? null : openTab()
    try {
      const { authorizationUrl } = await connection.start({ choice, facts })
      tab?.go(authorizationUrl)
    } catch {
      // The mutation keeps the error, which is shown below.
      tab?.close()
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Connect an account" size="lg">
      <Stack gap="md">
        {facts === undefined && <Loader aria-label="Loading" />}
        {facts && platform === null && <NetworkChoice facts={facts} onChoose={setPlatform} />}
        {facts && platform !== null && connection.started === null && (
          <ConnectForm
            key={platform}
            platform={platform}
            facts={facts}
            isBusy={connection.isStarting}
            onBack={() => {
              connection.reset()
              setPlatform(null)
            }}
            onStart={begin}
          />
        )}
        {connection.error ? <ErrorNotice error={connection.error} /> : null}
        {connection.started && (
          <ConnectionProgress
            started={connection.started}
            session={connection.session}
            isForCustomer={isForCustomer}
            onClose={onClose}
            onAgain={connection.reset}
          />
        )}
      </Stack>
    </Dialog>
  )
}
