import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type NetworkState, networkStates } from '../../data/overview.ts'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { networks } from '../../ui/networks.ts'
import { Panel } from '../../ui/panel.tsx'
import { StatusBadge, type StatusColor } from '../../ui/status-badge.tsx'

const shown: Readonly<Record<Exclude<NetworkState, 'quiet'>, { color: StatusColor; text: string }>> = {
  up: { color: 'green', text: 'Works' },
  slow: { color: 'yellow', text: 'Slow' },
  down: { color: 'red', text: 'Down' },
}

/** How the networks are that were called in the last minutes; empty if none was. */
export function NetworkStates() {
  const { data } = useQuery(networkStates)
  const called = data?.networks.flatMap(({ platform, state }) =>
    state === 'quiet' ? [] : [{ platform, ...shown[state] }],
  )
  if (!called || called.length === 0) return null
  return (
    <Panel title="Networks">
      <Stack gap="xs">
        {called.map(({ platform, color, text }) => (
          <Group key={platform} gap="sm" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <NetworkIcon platform={platform} size={20} />
              <Text size="sm">{networks[platform].name}</Text>
            </Group>
            <StatusBadge color={color}>{text}</StatusBadge>
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          As our calls of the last ten minutes show.
        </Text>
      </Stack>
    </Panel>
  )
}
