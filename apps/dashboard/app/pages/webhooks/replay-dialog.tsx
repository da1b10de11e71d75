import type { WebhookEndpoint } from '@carillon/client'
import { Alert, Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { useFacts } from '../../data/facts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EventTypesField } from '../../ui/event-types-field.tsx'
import { periods, type ReplayChoice, replayBody, replayedWords, replayWords } from './replay.ts'

const usual: ReplayChoice = { hours: '24', types: [], onlyFailed: true }

function replay({ id: endpointId }: WebhookEndpoint, choice: ReplayChoice, dryRun: boolean, signal?: AbortSignal) {
  const body = { ...replayBody(choice, Date.now()), dryRun }
  return api.post('/webhook-endpoints/{endpointId}/replay', { path: { endpointId }, body, ...(signal && { signal }) })
}

/**
 * The number of events that a replay would deliver; 0 if none match. Asked of the service without delivering anything.
 */
function usePreview(endpoint: WebhookEndpoint, choice: ReplayChoice) {
  return useQuery({
    queryKey: ['webhooks', endpoint.id, 'replay', choice],
    queryFn: async ({ signal }) => (await replay(endpoint, choice, true, signal)).data.deliveries,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** A dialog that delivers past events to an endpoint again. It shows their number before and after. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const client = useQueryClient()
  const [choice, setChoice] = useState(usual)
  const preview = usePreview(endpoint, choice)
  const max = useFacts()?.events.maxReplayed ?? Number.POSITIVE_INFINITY
  const set = (changes: Partial<ReplayChoice>) => setChoice((all) => ({ ...all, ...changes }))
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: async () => (await replay(endpoint, choice, false)).data.deliveries,
    onSuccess: () => client.invalidateQueries({ queryKey: ['webhooks', endpoint.id] }),
  })
  if (data !== undefined) {
    return (
      <Dialog opened onClose={onClose} title="Replay">
        <Stack gap="md">
          <Alert color={data === 0 ? 'gray' : 'green'} variant="light" role="status">
            {replayedWords(data, { max, onlyFailed: choice.onlyFailed })}
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
      <DialogForm
        action="Replay"
        isReady={(preview.data ?? 0) > 0}
        isBusy={isPending}
        error={error ?? preview.error}
        onSubmit={mutate}
        onClose={onClose}
      >
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
          {preview.data === undefined || preview.isPlaceholderData ? 'Counting…' : replayWords(preview.data, max)}
        </Alert>
      </DialogForm>
    </Dialog>
  )
}
