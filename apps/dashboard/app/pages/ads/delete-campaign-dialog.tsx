import { Stack, Text } from '@mantine/core'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { notifyDone } from '../../ui/notify.ts'
import type { Line } from './tree.ts'
import { type Advertiser, useAdsActions } from './use-ads.ts'

export interface DeleteCampaignDialogProps {
  account: Advertiser
  adAccountId: string
  line: Line
  onClose: () => void
}

/** Asks for confirmation, and deletes a campaign with everything below it. */
export function DeleteCampaignDialog({ account, adAccountId, line, onClose }: DeleteCampaignDialogProps) {
  const { remove } = useAdsActions(account)
  const confirm = () =>
    remove.mutate(
      { adAccountId, campaignId: line.id },
      {
        onSuccess: () => {
          notifyDone('The campaign was deleted.')
          onClose()
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this campaign?"
      confirmLabel="Delete campaign"
      onConfirm={confirm}
      mutation={remove}
    >
      <Stack gap="sm">
        <Foreign size="sm" fw={600}>
          {line.name || line.id}
        </Foreign>
        <Text size="sm">It is deleted with its ad sets and ads. This cannot be undone. Posts stay where they are.</Text>
      </Stack>
    </ConfirmDialog>
  )
}
