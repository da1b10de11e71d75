import type { Event } from '@carillon/client'
import { Code, Stack } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { ObjectName } from '../../ui/object-name.tsx'
import record from '../../ui/record.module.css'
import { RowButton } from '../../ui/row-button.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './events.module.css'

/** An event with its time and object; a button shows its JSON. */
export function EventItem({ event }: { event: Event }) {
  const [isOpen, setOpen] = useState(false)
  const { type, timestamp, platform, object, profileId } = event
  const json = isOpen ? JSON.stringify(event, null, 2) : ''
  return (
    <div className={record['record']}>
      <div className={record['line']}>
        <div className={record['words']}>
          <span className={styles['type']}>
            {platform && <NetworkIcon platform={platform} size={18} named />}
            <Code>{type}</Code>
          </span>
          <span className={record['about']}>
            <Time at={timestamp} /> <ObjectName {...object} profileId={profileId} />
          </span>
        </div>
        <RowButton icon="eye" onClick={() => setOpen((open) => !open)} aria-expanded={isOpen}>
          JSON
        </RowButton>
      </div>
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
