import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { kindNames, type Line, startWords } from './tree.ts'
import { type Advertiser, useAdsActions } from './use-ads.ts'

export interface StatusDialogProps {
  account: Advertiser
  adAccountId: string
  line: Line
  money(minor: number): string
  /** Whether all ads below the object are known. */
  isComplete: boolean
  onClose: () => void
}

/** Asks before an object is switched on or off, and says what starts to spend. */
export function StatusDialog({ account, adAccountId, line, money, isComplete, onClose }: StatusDialogProps) {
  const { setStatus } = useAdsActions(account)
  const isOn = line.status === 'active'
  const kind = kindNames[line.kind]
  const confirm = () =>
    setStatus.mutate(
      { adAccountId, id: line.id, status: isOn ? 'paused' : 'active' },
      {
        onSuccess: () => {
          notifyDone(`The ${kind} is ${isOn ? 'paused' : 'active'}.`)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`${isOn ? 'Pause' : 'Activate'} this ${kind}?`}
      confirmLabel={`${isOn ? 'Pause' : 'Activate'} ${kind}`}
      onConfirm={confirm}
      isBusy={setStatus.isPending}
      error={setStatus.error}
    >
      <Stack gap="sm">
        <Foreign size="sm" fw={600}>
          {line.name || line.id}
        </Foreign>
        <Text size="sm">{isOn ? 'What runs below it stops to spend.' : startWords(line, money)}</Text>
        {!isOn && !isComplete && <Text size="sm">There can be more: not everything below it has been read.</Text>}
      </Stack>
    </ConfirmDialog>
  )
}
