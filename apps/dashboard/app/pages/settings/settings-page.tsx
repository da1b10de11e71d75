import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { ConfiguredNetworks } from './configured-networks.tsx'
import { Keys } from './keys.tsx'
import { Origins } from './origins.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings" description="API keys, allowed origins, and the social networks of this deployment.">
      <Stack gap="xl">
        <Keys />
        <Origins />
        <ConfiguredNetworks />
      </Stack>
    </Page>
  )
}
