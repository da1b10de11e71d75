import type { ApiKey } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { keyName } from '../../ui/key-name.ts'
import { noteNavigation } from '../../ui/navigation.ts'
import { notifyDone } from '../../ui/notify.ts'

/** Asks for confirmation, deletes a key, and opens the list of keys. */
export function DeleteKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const remove = useMutation({
    mutationFn: () => api.delete('/keys/{keyId}', { path: { keyId: apiKey.keyId } }),
    onSuccess: async () => {
      noteNavigation()
      navigate('/keys')
      await client.invalidateQueries({ queryKey: ['keys'] })
      notifyDone('The key was deleted.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this key?"
      confirmLabel="Delete key"
      onConfirm={remove.mutate}
      mutation={remove}
    >
      <Text size="sm">
        Programs that use{' '}
        <Foreign inherit fw={600}>
          {keyName(apiKey)}
        </Foreign>{' '}
        are rejected at once, and everybody who has signed in with it is signed out. The keys that it created are
        deleted with it. It cannot be restored.
      </Text>
    </ConfirmDialog>
  )
}
