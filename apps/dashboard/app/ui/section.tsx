import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface SectionProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A part of a page with a heading and without a frame: for tables, which have their own. */
export function Section({ title, description, actions, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={2} flex={1} miw={220}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {description && (
            <Text size="sm" c="dimmed" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions}
      </Group>
      {children}
    </Stack>
  )
}
