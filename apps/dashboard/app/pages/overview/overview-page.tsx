import { SimpleGrid, Stack } from '@mantine/core'
import { useAccess } from '../../data/access.ts'
import { Page } from '../../ui/page.tsx'
import { Attention } from './attention.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Latest } from './latest.tsx'
import { NetworkStates } from './network-states.tsx'
import { Quotas } from './quotas.tsx'
import { Spend } from './spend.tsx'
import { Unanswered } from './unanswered.tsx'

export default function OverviewPage() {
  const { can, hasOrganization } = useAccess()
  const isForOrganization = hasOrganization && can('usage:read')
  return (
    <Page title="Overview" description="What needs your attention, and what was published lately.">
      <FirstSteps />
      <Attention />
      <Unanswered />
      <SimpleGrid cols={{ base: 1, md: isForOrganization ? 2 : 1 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Stack gap="lg">
          <Latest />
          <NetworkStates />
        </Stack>
        {isForOrganization && (
          <Stack gap="lg">
            <Spend />
            <Quotas />
          </Stack>
        )}
      </SimpleGrid>
    </Page>
  )
}
