import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  title: string
  /** The next step for the user. */
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack gap="xs" align="center" ta="center" py="md">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children && (
          <Text c="dimmed" size="sm" maw={440} component="div">
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  )
}
