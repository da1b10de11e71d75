import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useProfileId } from '../../data/profile.ts'
import { scheduleQuery } from '../../data/schedules/schedules.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { networks } from '../../ui/networks.ts'
import { Page } from '../../ui/page.tsx'
import type { Opened } from './calendar-context.ts'
import { OpenedDialog } from './one/opened-dialog.tsx'
import { ScheduleActions } from './one/schedule-actions.tsx'
import { ScheduleDetails } from './one/schedule-details.tsx'
import { useLiveSchedules } from './use-live-schedules.ts'

/** The page of one schedule, whose id is in the path. */
export default function SchedulePage() {
  const { scheduleId = '' } = useParams()
  const { data, error, refetch } = useQuery(scheduleQuery(scheduleId))
  const [opened, setOpened] = useState<Opened | null>(null)
  useLiveSchedules(useProfileId())
  return (
    <Page
      title={data ? `Post on ${networks[data.schedule.platform].name}` : 'Scheduled post'}
      back={{ to: '/calendar', label: 'Calendar' }}
      actions={data && <CopyButton text={window.location.href} label="Copy link" />}
    >
      {data && (
        <Stack gap="md" maw={640}>
          <ScheduleActions schedule={data.schedule} onOpen={setOpened} />
          <ScheduleDetails schedule={data.schedule} />
        </Stack>
      )}
      {!data && error && <ErrorNotice error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={320} radius="md" role="status" aria-label="Loading" />}
      {opened && <OpenedDialog opened={opened} onOpen={setOpened} onClose={() => setOpened(null)} />}
    </Page>
  )
}
