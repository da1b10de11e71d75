import { Alert, Center, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { healthOf, needsAttention } from '../../data/account-health.ts'
import { useFacts } from '../../data/facts.ts'
import { useProfileId } from '../../data/profile.ts'
import { accountQuery } from '../../data/queries.ts'
import { accountName } from '../../ui/account-name.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { HealthBadge } from '../../ui/health-badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import { AccountPicture } from '../../ui/picture.tsx'
import { Abilities } from './abilities-list.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountMenu } from './account-menu.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { ReconnectButton } from './reconnect-button.tsx'
import { Switches } from './switches.tsx'

const back = { to: '/accounts', label: 'All accounts' }

export default function AccountPage() {
  const { id = '' } = useParams()
  const facts = useFacts()
  const [, navigate] = useLocation()
  const { data: account, error, refetch } = useQuery(accountQuery(useProfileId(), id))
  const [isLeaving, setLeaving] = useState(false)
  if (!account) {
    return (
      <Page title="Account" back={back}>
        {error ? (
          <ErrorNotice error={error} onRetry={() => refetch()} />
        ) : (
          <Center h={240}>
            <Loader role="status" aria-label="Loading" />
          </Center>
        )}
      </Page>
    )
  }
  const health = healthOf(account, facts)
  return (
    <Page
      title={accountName(account)}
      back={back}
      description={
        <Group gap="xs">
          <AccountPicture account={account} size={28} named />
          <span>
            {networks[account.platform].name}
            {account.displayIdentifier && (
              <>
                {' · '}
                <Foreign inherit span>
                  {account.displayIdentifier}
                </Foreign>
              </>
            )}
          </span>
          <HealthBadge account={account} />
        </Group>
      }
      actions={
        <Allowed scope="accounts:write">
          <ReconnectButton account={account} variant={needsAttention(health) ? 'filled' : 'default'} />
          <AccountMenu account={account} onDisconnect={() => setLeaving(true)} />
        </Allowed>
      }
    >
      {needsAttention(health) && (
        <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={health.label}>
          {health.text}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Paper withBorder p="lg">
          <Stack gap="md">
            <Title order={2} size="h4">
              What it can be used for
            </Title>
            {facts ? <Abilities account={account} facts={facts} /> : <Text c="dimmed">…</Text>}
          </Stack>
        </Paper>
        <Paper withBorder p="lg">
          <Stack gap="md">
            <Title order={2} size="h4">
              Details
            </Title>
            <AccountDetails account={account} />
          </Stack>
        </Paper>
        {account.xCapabilities && (
          <Paper withBorder p="lg">
            <Switches account={account} switches={account.xCapabilities} />
          </Paper>
        )}
      </SimpleGrid>
      {isLeaving && (
        <DisconnectDialog account={account} onClose={() => setLeaving(false)} onDone={() => navigate('/accounts')} />
      )}
    </Page>
  )
}
