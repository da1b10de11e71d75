import type { WebhookEndpoint } from '@carillon/client'
import { Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../data/api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Foreign } from '../../ui/foreign.tsx'
import { noteNavigation } from '../../ui/navigation.ts'
import { notifyDone } from '../../ui/notify.ts'

export function DeleteEndpointDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const remove = useMutation({
    mutationFn: () => api.delete('/webhook-endpoints/{endpointId}', { path: { endpointId: endpoint.id } }),
    onSuccess: async () => {
      noteNavigation()
      navigate('/webhooks')
      // The list alone: the endpoint itself, which is still shown, can no longer be read.
      await client.invalidateQueries({ queryKey: ['webhooks'], exact: true })
      client.removeQueries({ queryKey: ['webhooks', endpoint.id] })
      notifyDone('The endpoint was deleted.')
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete this endpoint?"
      confirmLabel="Delete endpoint"
      onConfirm={remove.mutate}
      mutation={remove}
    >
      <Text size="sm">
        Nothing more is posted to{' '}
        <Foreign inherit fw={600}>
          {endpoint.url}
        </Foreign>
        . Pending deliveries are cancelled. It cannot be restored.
      </Text>
    </ConfirmDialog>
  )
}
