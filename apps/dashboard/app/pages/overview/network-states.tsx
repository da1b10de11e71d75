import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type NetworkState, networkStates } from '../../data/overview.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Panel } from '../../ui/panel.tsx'
import { type Runbook, RunbookLink } from '../../ui/runbook-link.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'

interface Shown {
  color: StatusColor
  text: string
  runbook?: Runbook
}

const shown: Readonly<Record<Exclude<NetworkState, 'quiet'>, Shown>> = {
  up: { color: 'green', text: 'Works' },
  slow: { color: 'yellow', text: 'Slow', runbook: 'network-slow' },
  down: { color: 'red', text: 'Down', runbook: 'network-failing' },
}

/**
 * The states of the networks that the service called at least three times in the last ten minutes; nothing if there are
 * none.
 */
export function NetworkStates() {
  const { data } = useQuery(networkStates)
  const called = data?.networks.flatMap(({ platform, state }) =>
    state === 'quiet' ? [] : [{ platform, ...shown[state] }],
  )
  if (!called || called.length === 0) return null
  return (
    <Panel title="Networks">
      <Stack gap="xs">
        {called.map(({ platform, color, text, runbook }) => (
          <Group key={platform} gap="sm" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <NetworkIcon platform={platform} size={20} />
              <Text size="sm">{networks[platform].name}</Text>
            </Group>
            <Group gap="sm" wrap="nowrap">
              {runbook && <RunbookLink of={runbook} />}
              <StatusBadge color={color}>{text}</StatusBadge>
            </Group>
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          From Carillon's calls of the last ten minutes.
        </Text>
      </Stack>
    </Panel>
  )
}
