import type { WebhookEndpoint } from '@carillon/client'
import { Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'

/** The choices of how long deliveries are also signed with the old secret; `value` is in seconds. */
const overlaps = [
  { value: '86400', label: 'For a day' },
  { value: '3600', label: 'For an hour' },
  { value: '0', label: 'Not any more' },
] as const

/**
 * A dialog that replaces the signing secret of an endpoint, and shows the new one, the only time that it can be read.
 * The old one signs as well for as long as is chosen.
 */
export function RotateSecretDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [seconds, setSeconds] = useState<string>(overlaps[0].value)
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const body = { keepOldSeconds: Number(seconds) }
      const path = { endpointId: endpoint.id }
      return (await api.post('/webhook-endpoints/{endpointId}/secret', { path, body })).data.secret
    },
  })
  if (data) return <ShownOnce noun="secret" value={data} onClose={onClose} />
  return (
    <Dialog opened onClose={onClose} title="Rotate the secret" isLocked={isPending}>
      <DialogForm action="Rotate secret" isReady isBusy={isPending} error={error} onSubmit={mutate} onClose={onClose}>
        <Text size="sm">
          Deliveries are signed with a new secret, and for a while also with the old one, so that none is rejected until
          your receiver has the new one.
        </Text>
        <Select
          label="The old secret signs"
          data={[...overlaps]}
          value={seconds}
          onChange={(value) => value !== null && setSeconds(value)}
          allowDeselect={false}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  )
}
