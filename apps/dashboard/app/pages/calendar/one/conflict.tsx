import type { Schedule } from '@carillon/client'
import { Alert, Text } from '@mantine/core'
import { dueWords } from '../../../ui/due-words.ts'
import { Icon } from '../../../ui/icon.tsx'
import { scheduleStatuses } from '../schedule-status.ts'

/**
 * A notice that somebody else has changed the schedule since the dialog was opened; `schedule` is its current version.
 */
export function Conflict({ schedule: { publishAt, status } }: { schedule: Schedule }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<Icon name="alert" />}
      title="Somebody else has changed this post meanwhile"
      role="alert"
    >
      <Text size="sm">
        Your change was not made. It is now {scheduleStatuses[status].label.toLowerCase()}, due {dueWords(publishAt)}.
        To change it all the same, press the button again.
      </Text>
    </Alert>
  )
}
