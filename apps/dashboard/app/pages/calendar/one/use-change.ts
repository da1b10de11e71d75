import { isApiError, type Schedule } from '@carillon/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notifyDone } from '../../../ui/notify.ts'

export interface ChangeDialogProps<Read> {
  /** The schedule as it was when the dialog was opened. */
  read: Read
  /** Reads it again, after somebody else has changed it. */
  onReadAgain(): void
  onClose(): void
}

interface ChangeOptions {
  send(): Promise<Schedule>
  /** What is said when it is done. */
  doneWords(changed: Schedule): string
  onReadAgain(): void
  onClose(): void
}

/** A change of a schedule. If somebody else has changed it meanwhile, it is read again and the dialog stays. */
export function useChange({ send, doneWords, onReadAgain, onClose }: ChangeOptions) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async (changed) => {
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
