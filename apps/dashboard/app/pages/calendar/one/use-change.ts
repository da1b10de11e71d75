import { isApiError, type Schedule } from '@carillon/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../../../ui/notify.ts'
import { keepUntilDue } from '../../compose/draft/sent-drafts.ts'

export interface ChangeDialogProps<Read> {
  /** The schedule as it was when the dialog was opened, or after the last `onReadAgain`, with its version. */
  read: Read
  /** Called to read the schedule again, after somebody else has changed it. */
  onReadAgain(): void
  onClose(): void
}

interface ChangeOptions {
  send(): Promise<Schedule>
  /** The text of the notification about the schedule, once it has been changed. */
  doneWords(changed: Schedule): string
  onReadAgain(): void
  onClose(): void
}

/**
 * The mutation of a dialog that changes a schedule with `send`. It closes the dialog when it is done. If somebody else
 * has changed the schedule since it was read (`isConflict`), it is read again, the dialog stays and `error` is null.
 */
export function useChange({ send, doneWords, onReadAgain, onClose }: ChangeOptions) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async (changed) => {
      keepUntilDue(changed).catch(() => {})
      await client.invalidateQueries({ queryKey: ['schedules'] })
      notifyDone(doneWords(changed))
      onClose()
    },
    onError: async (thrown) => {
      if (isApiError(thrown, 'precondition_failed')) onReadAgain()
      await client.invalidateQueries({ queryKey: ['schedules'] })
    },
  })
  const isConflict = isApiError(error, 'precondition_failed')
  return { mutate: () => mutate(), isPending, isConflict, error: isConflict ? null : error }
}
