import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { notifyDone } from '../../ui/notify.ts'
import { kindNames, type Line, startWords } from './tree.ts'
import { type Advertiser, type ObjectStatus, useAdsActions } from './use-ads.ts'

export interface StatusDialogProps {
  account: Advertiser
  adAccountId: string
  line: Line
  /** The status that the object of `line` gets. */
  to: ObjectStatus
  money(minor: number): string
  /** Whether the tree was read completely, so that all ads below the object are known. */
  isComplete: boolean
  onClose: () => void
}

const verbs: Readonly<Record<ObjectStatus, string>> = { active: 'Activate', paused: 'Pause', archived: 'Archive' }

/**
 * Asks for confirmation, and activates, pauses or archives a campaign, ad set or ad. Before an activation, it says what
 * starts to spend.
 */
export function StatusDialog({ account, adAccountId, line, to, money, isComplete, onClose }: StatusDialogProps) {
  const { setStatus } = useAdsActions(account)
  const kind = kindNames[line.kind]
  const confirm = () =>
    setStatus.mutate(
      { adAccountId, id: line.id, status: to },
      {
        onSuccess: () => {
          notifyDone(`The ${kind} is ${to}.`)
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`${verbs[to]} this ${kind}?`}
      confirmLabel={`${verbs[to]} ${kind}`}
      onConfirm={confirm}
      mutation={setStatus}
    >
      <Stack gap="sm">
        <Foreign size="sm" fw={600}>
          {line.name || line.id}
        </Foreign>
        <Text size="sm">{to === 'active' ? startWords(line, money) : 'What runs below it stops spending.'}</Text>
        {to === 'archived' && (
          <Text size="sm">
            What is archived keeps its figures, and cannot be activated again. This cannot be undone.
          </Text>
        )}
        {to === 'active' && !isComplete && (
          <Text size="sm">There can be more: not everything below it has been read.</Text>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
