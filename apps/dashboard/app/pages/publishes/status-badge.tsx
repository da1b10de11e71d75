import type { PublishStatus } from '@carillon/client'
import { Box, Group, Text } from '@mantine/core'
import { statusWords } from './status.ts'

/** The status of a publish in one word, with a colored dot. */
export function StatusBadge({ status }: { status: PublishStatus }) {
  const { label, color } = statusWords[status]
  return (
    <Group gap={6} wrap="nowrap" component="span" style={{ display: 'inline-flex' }}>
      <Box component="span" w={8} h={8} bg={`${color}.6`} style={{ borderRadius: '50%', flex: 'none' }} aria-hidden />
      <Text component="span" size="sm" fw={500}>
        {label}
      </Text>
    </Group>
  )
}
