import type { WebhookEndpoint } from '@carillon/client'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { DeleteEndpointDialog } from './delete-endpoint-dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'

const dialogs = {
  edit: { label: 'Edit', Dialog: EndpointDialog },
  rotate: { label: 'Rotate secret', Dialog: RotateSecretDialog },
  replay: { label: 'Replay', Dialog: ReplayDialog },
  delete: { label: 'Delete', Dialog: DeleteEndpointDialog },
} as const

type Opened = keyof typeof dialogs

function TestButton({ endpoint: { id } }: { endpoint: WebhookEndpoint }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post('/webhook-endpoints/{endpointId}/test', { path: { endpointId: id }, body: {} }),
    onSuccess: async () => {
      notifyDone('A test was sent. Its attempt is listed in the deliveries.')
      await client.invalidateQueries({ queryKey: ['webhooks', id] })
    },
    onError: notifyError,
  })
  return (
    <Button size="xs" onClick={() => mutate()} loading={isPending}>
      Send a test
    </Button>
  )
}

function EnableButton({ endpoint: { id, status } }: { endpoint: WebhookEndpoint }) {
  const client = useQueryClient()
  const enabled = status !== 'enabled'
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.patch('/webhook-endpoints/{endpointId}', { path: { endpointId: id }, body: { enabled } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['webhooks'] })
      notifyDone(
        enabled ? 'The endpoint was enabled.' : 'The endpoint was disabled. Pending deliveries were cancelled.',
      )
    },
    onError: notifyError,
  })
  return (
    <Button size="xs" variant="default" onClick={() => mutate()} loading={isPending}>
      {enabled ? 'Enable' : 'Disable'}
    </Button>
  )
}

/**
 * The buttons to test, edit, enable or disable, and delete an endpoint, to rotate its secret and, while it is enabled,
 * to replay events. Only for keys with `webhooks:write`, which the caller checks.
 */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const open = (name: Opened) => (
    <Button size="xs" variant="default" onClick={() => setOpened(name)}>
      {dialogs[name].label}
    </Button>
  )
  const Shown = opened && dialogs[opened].Dialog
  return (
    <>
      <TestButton endpoint={endpoint} />
      {endpoint.status === 'enabled' && open('replay')}
      {open('edit')}
      <EnableButton endpoint={endpoint} />
      {open('rotate')}
      {open('delete')}
      {Shown && <Shown endpoint={endpoint} onClose={() => setOpened(null)} />}
    </>
  )
}
