import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { openedScheduleQuery, scheduleQuery } from '../../../data/schedules/schedules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import type { Opened } from '../calendar-context.ts'
import { CancelDialog, ReleaseDialog } from './decision-dialogs.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { ScheduleActions } from './schedule-actions.tsx'
import { ScheduleDetails } from './schedule-details.tsx'

interface OpenedDialogProps {
  opened: Opened
  onOpen(opened: Opened): void
  onClose(): void
}

function Loading({ error, onRetry, onClose }: { error: unknown; onRetry(): void; onClose(): void }) {
  return (
    <Dialog opened onClose={onClose} title="Scheduled post" size="lg">
      {error ? (
        <ErrorNotice error={error} onRetry={onRetry} />
      ) : (
        <Skeleton height={240} role="status" aria-label="Loading" />
      )}
    </Dialog>
  )
}

function DetailsDialog({ opened: { scheduleId }, onOpen, onClose }: OpenedDialogProps) {
  const { data, error, refetch } = useQuery(scheduleQuery(scheduleId))
  if (!data) return <Loading error={error} onRetry={() => refetch()} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Scheduled post" size="lg">
      <Stack gap="md">
        <ScheduleActions schedule={data.schedule} onOpen={onOpen} />
        <ScheduleDetails schedule={data.schedule} />
      </Stack>
    </Dialog>
  )
}

const dialogs = { move: MoveDialog, release: ReleaseDialog, cancel: CancelDialog } as const

function ActionDialog({ kind, scheduleId, onClose }: Opened & { kind: keyof typeof dialogs; onClose(): void }) {
  const { data, error, refetch } = useQuery(openedScheduleQuery(scheduleId))
  if (!data) return <Loading error={error} onRetry={() => refetch()} onClose={onClose} />
  const Shown = dialogs[kind]
  return <Shown read={data} onReadAgain={() => refetch()} onClose={onClose} />
}

/** The dialog in which a schedule is shown, moved, published or cancelled. */
export function OpenedDialog(props: OpenedDialogProps) {
  const { kind, scheduleId } = props.opened
  if (kind === 'details') return <DetailsDialog {...props} />
  return <ActionDialog key={kind} kind={kind} scheduleId={scheduleId} onClose={props.onClose} />
}
