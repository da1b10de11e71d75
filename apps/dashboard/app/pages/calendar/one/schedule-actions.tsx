import type { Schedule } from '@carillon/client'
import { Button, Group } from '@mantine/core'
import { useAccess } from '../../../data/access.ts'
import { isOpen } from '../../../data/schedules/schedules.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { Opened } from '../calendar-context.ts'

/** Whether the session may change schedules and what they publish. */
export function useCanChange(): boolean {
  const { can } = useAccess()
  return can('schedules:write') && can('posts:write')
}

/** What can be done with a schedule that has not been taken. */
export function ScheduleActions({ schedule, onOpen }: { schedule: Schedule; onOpen(opened: Opened): void }) {
  const canChange = useCanChange()
  const { scheduleId } = schedule
  if (!canChange || !isOpen(schedule)) return null
  const open = (kind: Opened['kind']) => () => onOpen({ kind, scheduleId })
  return (
    <Group gap="xs">
      <Button size="sm" onClick={open('move')} data-autofocus>
        Move
      </Button>
      <LinkButton to={`/compose?schedule=${scheduleId}`} size="sm" variant="default">
        Edit
      </LinkButton>
      <Button size="sm" variant="default" onClick={open('release')}>
        Publish now
      </Button>
      <Button size="sm" variant="default" onClick={open('cancel')}>
        Cancel the post
      </Button>
    </Group>
  )
}
