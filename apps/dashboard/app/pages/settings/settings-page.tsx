import { Stack } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import { ConfiguredNetworks } from './configured-networks.tsx'
import { OrganizationLook } from './organization-look.tsx'
import { Origins } from './origins.tsx'

export default function SettingsPage() {
  return (
    <Page
      title="Settings"
      description="What customers see, allowed origins, and the social networks of this deployment."
    >
      <Stack gap="xl">
        <OrganizationLook />
        <Origins />
        <ConfiguredNetworks />
      </Stack>
    </Page>
  )
}
