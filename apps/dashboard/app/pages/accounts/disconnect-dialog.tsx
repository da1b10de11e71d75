import type { Account } from '@carillon/client'
import { List, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { AccountLabel } from '../../ui/account-label.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { networks } from '../../ui/networks.ts'
import { notifyDone } from '../../ui/notify.ts'

export interface DisconnectDialogProps {
  account: Account
  onClose: () => void
  onDone?: () => void
}

/** Lists the consequences, asks for confirmation, and disconnects an account. `onDone` is called once it is done. */
export function DisconnectDialog({ account, onClose, onDone }: DisconnectDialogProps) {
  const client = useQueryClient()
  const { profileId, accountId, platform } = account
  const disconnect = useMutation({
    mutationFn: () => api.delete('/profiles/{profileId}/accounts/{accountId}', { path: { profileId, accountId } }),
    onSuccess: async () => {
      onClose()
      onDone?.()
      await client.invalidateQueries({ queryKey: ['accounts'] })
      notifyDone('The account was disconnected.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Disconnect this account?"
      confirmLabel="Disconnect"
      onConfirm={disconnect.mutate}
      mutation={disconnect}
    >
      <Stack gap="md">
        <AccountLabel account={account} />
        <List size="sm" spacing={4}>
          <List.Item>Carillon deletes its tokens, and its copies of comments and messages.</List.Item>
          <List.Item>Its scheduled posts fail. Posts that are still being published may not be finished.</List.Item>
          <List.Item>What was published stays on {networks[platform].name}.</List.Item>
        </List>
        <Text size="sm" c="dimmed">
          It can be connected again at any time, as a new account with another id.
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}
