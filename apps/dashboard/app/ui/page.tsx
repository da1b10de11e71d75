import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { takeNavigation } from './navigation.ts'
import { TextLink } from './text-link.tsx'

export interface PageProps {
  title: string
  /** A link above the title to the list that the page belongs to. */
  back?: { to: string; label: string }
  /** One sentence below the title. */
  description?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * The frame of every page: its title in the tab and on the page. The heading takes the focus if a link has led here,
 * unless a text area of the page has it.
 */
export function Page({ title, back, description, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Carillon`
  }, [title])
  useEffect(() => {
    // A link can lead to a field of the page.
    const isInField = document.activeElement instanceof HTMLTextAreaElement
    if (takeNavigation() && !isInField) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={4} flex={1} miw={240}>
          {back && (
            <TextLink to={back.to} size="sm">
              ← {back.label}
            </TextLink>
          )}
          <Title order={1} ref={heading} tabIndex={-1} className="foreign" dir="auto">
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" component="div">
              {description}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
