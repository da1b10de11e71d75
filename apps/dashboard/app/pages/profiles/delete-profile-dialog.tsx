import type { Profile } from '@carillon/client'
import { Group, List, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { accountsQuery } from '../../data/queries.ts'
import { accountName } from '../../ui/account-name.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { NetworkIcon } from '../../ui/network-icon.tsx'
import { notifyDone } from '../../ui/notify.ts'

const maxListed = 6

/** Names the accounts that are disconnected with a profile, asks for confirmation, and deletes the profile. */
export function DeleteProfileDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const client = useQueryClient()
  const { data } = useQuery(accountsQuery(profile.id))
  const accounts = data?.accounts ?? []
  const remove = useMutation({
    mutationFn: () => api.delete('/profiles/{profileId}', { path: { profileId: profile.id } }),
    onSuccess: async () => {
      onClose()
      client.removeQueries({ queryKey: ['accounts', profile.id] })
      await client.invalidateQueries({ queryKey: ['profiles'] })
      notifyDone('The profile was deleted.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this profile?"
      confirmLabel="Delete profile"
      onConfirm={remove.mutate}
      mutation={remove}
    >
      <Stack gap="sm">
        <Text size="sm">
          <Foreign inherit fw={600}>
            {profile.name}
          </Foreign>{' '}
          is deleted for good, with its slots, connect links and webhook endpoints. Keys that are bound to it alone stop
          working, as do those that they created. {data && accounts.length === 0 && 'No account is connected to it.'}
          {accounts.length > 0 && 'These accounts are disconnected, and their scheduled posts fail:'}
        </Text>
        {accounts.length > 0 && (
          <List listStyleType="none" size="sm" spacing={6}>
            {accounts.slice(0, maxListed).map((account) => (
              <List.Item key={account.accountId}>
                <Group gap="xs" wrap="nowrap">
                  <NetworkIcon platform={account.platform} size={20} />
                  <Foreign inherit>{accountName(account)}</Foreign>
                </Group>
              </List.Item>
            ))}
            {accounts.length > maxListed && <List.Item>and {accounts.length - maxListed} more</List.Item>}
          </List>
        )}
        {profile.isDefault && <Text size="sm">The oldest remaining profile becomes the default.</Text>}
      </Stack>
    </ConfirmDialog>
  )
}
