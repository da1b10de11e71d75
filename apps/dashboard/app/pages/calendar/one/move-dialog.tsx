import { useState } from 'react'
import { patchTime, type ReadSchedule } from '../../../data/schedules/schedules.ts'
import { localIn, viewerZone } from '../../../data/schedules/zoned-time.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { dueWords } from '../../../ui/due-words.ts'
import { useNow } from '../../../ui/now.ts'
import { type ZonedTime, ZonedTimeField } from '../../../ui/zoned-time-field.tsx'
import { timeProblem } from '../../compose/draft/when.ts'
import { Conflict } from './conflict.tsx'
import { type ChangeDialogProps, useChange } from './use-change.ts'

/** A dialog that gives a schedule another time, without dragging. Saves nothing if it has been changed since `read`. */
export function MoveDialog({ read, onReadAgain, onClose }: ChangeDialogProps<ReadSchedule>) {
  const { publishAt } = read.schedule
  const now = useNow()
  const [value, setValue] = useState<ZonedTime>(() => {
    const timeZone = publishAt.timeZone ?? viewerZone()
    return { local: localIn(publishAt.instant, timeZone), timeZone }
  })
  const problem = timeProblem({ kind: 'time', ...value }, now)
  const { mutate, isPending, isConflict, error } = useChange({
    send: () => patchTime(read, { local: value.local, timeZone: value.timeZone }),
    doneWords: (moved) => ['Moved to', dueWords(moved.publishAt), moved.publishAt.note].filter(Boolean).join(' '),
    onReadAgain,
    onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Move this post" size="lg" isLocked={isPending}>
      <DialogForm
        action="Move"
        isReady={problem === null}
        isBusy={isPending}
        error={error}
        onSubmit={mutate}
        onClose={onClose}
      >
        {isConflict && <Conflict schedule={read.schedule} />}
        <ZonedTimeField value={value} problem={problem} onChange={setValue} />
      </DialogForm>
    </Dialog>
  )
}
