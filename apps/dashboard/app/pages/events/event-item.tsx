import type { Event } from '@carillon/client'
import { Code, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { RowButton } from '../../ui/row-button.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './events.module.css'

/** An event; its JSON is shown once it is asked for. */
export function EventItem({ event }: { event: Event }) {
  const [isOpen, setOpen] = useState(false)
  const { type, timestamp, platform, object } = event
  const json = isOpen ? JSON.stringify(event, null, 2) : ''
  return (
    <div className={styles['event']}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          {platform && <NetworkIcon platform={platform} size={18} named />}
          <Code>{type}</Code>
          <Text size="xs" c="dimmed" component="div" className="foreign">
            <Time at={timestamp} /> · {object.type} {object.id}
          </Text>
        </Group>
        <RowButton icon="eye" onClick={() => setOpen((open) => !open)} aria-expanded={isOpen}>
          JSON
        </RowButton>
      </Group>
      {isOpen && (
        <Stack gap="xs" align="flex-start" pt="xs">
          <Code block className="wrapped" w="100%">
            {json}
          </Code>
          <CopyButton text={json} label="Copy JSON" />
        </Stack>
      )}
    </div>
  )
}
