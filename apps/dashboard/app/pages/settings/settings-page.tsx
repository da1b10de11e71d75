import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { ConfiguredNetworks } from './configured-networks.tsx'
import { Keys } from './keys.tsx'
import { Origins } from './origins.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings" description="API keys, pages that a connection may return to, and social networks.">
      <Stack gap="xl">
        <Keys />
        <Origins />
        <ConfiguredNetworks />
      </Stack>
    </Page>
  )
}
