import { Group, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface PanelProps {
  title: string
  /** Shown beside the title, such as a link to a page with more. */
  aside?: ReactNode
  children: ReactNode
}

/** A part of a page with a frame and a heading. */
export function Panel({ title, aside, children }: PanelProps) {
  return (
    <Paper withBorder p="lg" component="section">
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}
