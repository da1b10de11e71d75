import type { WebhookEndpoint } from '@carillon/client'
import { Alert, Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EventTypesField } from '../../ui/event-types-field.tsx'
import { periods, type ReplayChoice, replayBody, replayedWords, replayWords } from './replay.ts'

const usual: ReplayChoice = { hours: '24', types: [], onlyFailed: true }

/** Delivers past events again. It says which before, and how many they were after. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const client = useQueryClient()
  const [choice, setChoice] = useState(usual)
  const set = (changes: Partial<ReplayChoice>) => setChoice((all) => ({ ...all, ...changes }))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => {
      const request = { path: { endpointId: endpoint.id }, body: replayBody(choice, Date.now()) }
      return (await api.post('/webhook-endpoints/{endpointId}/replay', request)).data.deliveries
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', endpoint.id] }),
  })
  if (data !== undefined) {
    return (
      <Dialog opened onClose={onClose} title="Replay">
        <Stack gap="md">
          <Alert color={data === 0 ? 'gray' : 'green'} variant="light" role="status">
            {replayedWords(data)}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              Done
            </Button>
          </Group>
        </Stack>
      </Dialog>
    )
  }
  return (
    <Dialog opened onClose={onClose} title="Replay past events" isLocked={isPending}>
      <DialogForm action="Replay" isReady isBusy={isPending} error={error} onSubmit={mutate} onClose={onClose}>
        <Select
          label="Events of"
          data={[...periods]}
          value={choice.hours}
          onChange={(hours) => hours !== null && set({ hours })}
          allowDeselect={false}
          data-autofocus
        />
        <EventTypesField
          label="Types of events"
          placeholder={choice.types.length === 0 ? 'All that the endpoint takes' : ''}
          value={choice.types}
          onChange={(types) => set({ types })}
        />
        <Checkbox
          label="Only events that the endpoint has not received"
          checked={choice.onlyFailed}
          onChange={({ currentTarget: { checked } }) => set({ onlyFailed: checked })}
        />
        <Alert color="blue" variant="light" title="What will happen" role="status">
          {replayWords(choice, endpoint.types)}
        </Alert>
      </DialogForm>
    </Dialog>
  )
}
