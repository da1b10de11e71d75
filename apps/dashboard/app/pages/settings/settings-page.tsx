import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { ConfiguredNetworks } from './configured-networks.tsx'
import { Origins } from './origins.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings" description="Allowed origins, and the social networks of this deployment.">
      <Stack gap="xl">
        <Origins />
        <ConfiguredNetworks />
      </Stack>
    </Page>
  )
}
