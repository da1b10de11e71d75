import type { Schedule } from '@carillon/client'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { heldQuery } from '../../data/schedules/schedules.ts'
import { dayAndTimeIn } from '../../data/schedules/zoned-time.ts'
import { accountName } from '../../ui/account-name.ts'
import { Icon } from '../../ui/icon.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import styles from './calendar.module.css'
import { type Opened, useCalendarContext } from './calendar-context.ts'

const decisions: readonly { kind: Opened['kind']; label: string }[] = [
  { kind: 'release', label: 'Publish now' },
  { kind: 'move', label: 'Move' },
  { kind: 'cancel', label: 'Cancel' },
]

function HeldRow({ schedule }: { schedule: Schedule }) {
  const { timeZone, accountOf, titleOf, canChange, open } = useCalendarContext()
  const { scheduleId, platform, accountId, publishAt, problem } = schedule
  const account = accountOf(accountId)
  const title = titleOf(schedule)
  return (
    <li className={styles['held']}>
      <NetworkIcon platform={platform} size={24} />
      <div className={styles['listWords']}>
        <button type="button" className={styles['title']} onClick={() => open({ kind: 'details', scheduleId })}>
          <bdi dir="auto">{title}</bdi>
        </button>
        <span className={styles['about']}>
          {account && (
            <>
              <bdi dir="auto">{accountName(account)}</bdi>
              {' · '}
            </>
          )}
          was due {dayAndTimeIn(publishAt.instant, timeZone)}
        </span>
        {problem && (
          <Text size="sm" className="foreign">
            {problem.message}
          </Text>
        )}
      </div>
      {canChange && (
        <Group gap={6} className={styles['decisions'] ?? ''}>
          {decisions.map(({ kind, label }) => (
            <Button
              key={kind}
              size="xs"
              variant={kind === 'release' ? 'filled' : 'default'}
              onClick={() => open({ kind, scheduleId })}
              aria-label={`${label}: ${title}`}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </li>
  )
}

const maxShown = 5

/**
 * The held posts of the profile, which were due and were not published, each with its reason and buttons to decide; the
 * first 5 of them. Nothing if none exist. `onAll` is called to show all.
 */
export function HeldList({
  profileId,
  accountId,
  onAll,
}: {
  profileId: string
  accountId: string | null
  onAll(): void
}) {
  const { data: held = [] } = useQuery(heldQuery(profileId, accountId))
  if (held.length === 0) return null
  const title = held.length === 1 ? 'A post waits for your decision' : `${held.length} posts wait for your decision`
  return (
    <Alert color="orange" variant="light" icon={<Icon name="alert" />} title={title}>
      <Stack gap="sm">
        <ul className={styles['heldList']}>
          {held.slice(0, maxShown).map((schedule) => (
            <HeldRow key={schedule.scheduleId} schedule={schedule} />
          ))}
        </ul>
        {held.length > maxShown && (
          <Button size="xs" variant="default" onClick={onAll} style={{ alignSelf: 'flex-start' }}>
            Show all that are held
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
