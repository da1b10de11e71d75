import { Text } from '@mantine/core'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'

/** When a key expires (`at`, ISO 8601); "Never" for null. */
export function Expiry({ at }: { at: string | null }) {
  if (at === null)
    return (
      <Text inherit span c="dimmed">
        Never
      </Text>
    )
  if (Date.parse(at) <= Date.now()) return <StatusBadge color="red">Expired</StatusBadge>
  return <Time at={at} />
}
