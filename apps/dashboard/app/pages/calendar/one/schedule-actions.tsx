import type { Schedule } from '@carillon/client'
import { Button, Group } from '@mantine/core'
import { useAccess } from '../../../data/access.ts'
import { isOpen } from '../../../data/schedules/schedules.ts'
import { LinkButton } from '../../../ui/link-button.tsx'
import type { Opened } from '../calendar-context.ts'

/** Whether the session's key may change schedules: it needs `schedules:write` and `posts:write`. */
export function useCanChange(): boolean {
  const { can } = useAccess()
  return can('schedules:write') && can('posts:write')
}

/**
 * Buttons to move, edit, publish or cancel a schedule that is scheduled or held; nothing for others, or if the session
 * may not change it.
 */
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
