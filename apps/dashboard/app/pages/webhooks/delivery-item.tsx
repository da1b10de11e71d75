import type { WebhookDelivery, WebhookEndpoint } from '@carillon/client'
import { Code, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccess } from '../../data/access.ts'
import { api } from '../../data/api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { notifyDone, notifyError } from '../../ui/notify.ts'
import { RowButton } from '../../ui/row-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import { DeliveryRequest } from './delivery-request.tsx'
import { attemptWords, deliveryStatuses } from './endpoint-words.ts'

function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  if (attempts.length === 0) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {attempts.length === 1 ? 'Response' : 'Responses'}
      </Text>
      <DataTable
        label="Attempts"
        rows={attempts}
        keyOf={({ at }) => at}
        columns={[
          { header: 'Attempt', role: 'main', cell: ({ at }) => <Time at={at} /> },
          { header: 'Status', cell: ({ status }) => attemptWords(status) },
          { header: 'Duration', align: 'right', cell: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms` },
          { header: 'Error', cell: ({ error }) => <span className="foreign">{error ?? 'None'}</span> },
          {
            header: 'Response',
            cell: ({ response }) => (response ? <Code className="foreign">{response}</Code> : 'Empty'),
          },
        ]}
      />
    </Stack>
  )
}

function Retry({ delivery, endpoint }: { delivery: WebhookDelivery; endpoint: WebhookEndpoint }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.post('/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/retry', {
        path: { endpointId: endpoint.id, deliveryId: delivery.id },
      }),
    onSuccess: async () => {
      notifyDone('The delivery is attempted again.')
      await client.invalidateQueries({ queryKey: ['webhooks', endpoint.id] })
    },
    onError: notifyError,
  })
  return (
    <RowButton icon="refresh" onClick={() => mutate()} isBusy={isPending}>
      Retry
    </RowButton>
  )
}

function attemptsLabel(count: number): string {
  if (count === 0) return 'No attempt yet'
  return count === 1 ? '1 attempt' : `${count} attempts`
}

/**
 * A delivery with its status; a button shows its attempts and its request. Keys with `webhooks:write` can retry it if
 * the endpoint is enabled and the delivery has not succeeded.
 */
export function DeliveryItem({ delivery, endpoint }: { delivery: WebhookDelivery; endpoint: WebhookEndpoint }) {
  const [isOpen, setOpen] = useState(false)
  const canRetry = useAccess().can('webhooks:write') && endpoint.status === 'enabled' && delivery.status !== 'delivered'
  const { label, color } = deliveryStatuses[delivery.status]
  const { attempts, type, createdAt, nextAttemptAt } = delivery
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <StatusBadge color={color}>{label}</StatusBadge>
          <Code>{type}</Code>
          <Text size="xs" c="dimmed" component="div">
            <Time at={createdAt} />
            {nextAttemptAt && (
              <>
                {' · next attempt '}
                <Time at={nextAttemptAt} />
              </>
            )}
          </Text>
        </Group>
        <Group gap={4}>
          <RowButton icon="clock" onClick={() => setOpen((open) => !open)} aria-expanded={isOpen}>
            {attemptsLabel(attempts.length)}
          </RowButton>
          {canRetry && <Retry delivery={delivery} endpoint={endpoint} />}
        </Group>
      </Group>
      {isOpen && (
        <Stack gap="md">
          <Attempts delivery={delivery} />
          <DeliveryRequest delivery={delivery} endpoint={endpoint} />
        </Stack>
      )}
    </li>
  )
}
