import { Stack, Text } from '@mantine/core'
import { cancelSchedule, type ReadSchedule, releaseSchedule } from '../../../data/schedules/schedules.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dueWords } from '../../../ui/due-words.ts'
import { networks } from '../../../ui/networks.ts'
import { Conflict } from './conflict.tsx'
import { type ChangeDialogProps, useChange } from './use-change.ts'

type Props = ChangeDialogProps<ReadSchedule>

/** Asks for confirmation, and publishes a scheduled post at once. */
export function ReleaseDialog({ read, onReadAgain, onClose }: Props) {
  const { schedule } = read
  const { name } = networks[schedule.platform]
  const change = useChange({
    send: () => releaseSchedule(read),
    doneWords: () => `The post is being published on ${name}.`,
    onReadAgain,
    onClose,
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Publish this post now?"
      confirmLabel="Publish now"
      dismissLabel="Keep it scheduled"
      isHarmless
      onConfirm={change.mutate}
      mutation={change}
    >
      <Stack gap="sm">
        {change.isConflict && <Conflict schedule={schedule} />}
        {schedule.problem?.code === 'restored' && <Text size="sm">{schedule.problem.message}</Text>}
        <Text size="sm">
          It is published on {name} at once, instead of {dueWords(schedule.publishAt)}.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

/** Asks for confirmation, and cancels a scheduled post. */
export function CancelDialog({ read, onReadAgain, onClose }: Props) {
  const { schedule } = read
  const change = useChange({
    send: () => cancelSchedule(read),
    doneWords: () => 'The post was cancelled.',
    onReadAgain,
    onClose,
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Cancel this post?"
      confirmLabel="Cancel the post"
      dismissLabel="Keep it"
      onConfirm={change.mutate}
      mutation={change}
    >
      <Stack gap="sm">
        {change.isConflict && <Conflict schedule={schedule} />}
        <Text size="sm">
          It is not published on {networks[schedule.platform].name} {dueWords(schedule.publishAt)}. Its media are
          deleted. This cannot be undone.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
