import type { WebhookDelivery, WebhookDeliveryStatus, WebhookEndpoint } from '@carillon/client'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { useCursorList } from '../../data/cursor-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListStates } from '../../ui/list-states.tsx'
import { Section } from '../../ui/section.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { deliveryStatuses } from './endpoint-words.ts'
import styles from './webhooks.module.css'

const statuses: readonly WebhookDeliveryStatus[] = ['pending', 'delivered', 'failed', 'cancelled']

const idOf = ({ id }: WebhookDelivery) => id

function useDeliveries(endpointId: string, status: WebhookDeliveryStatus | null) {
  return useCursorList<WebhookDelivery>({
    queryKey: ['webhooks', endpointId, 'deliveries', status],
    fetchPage: async (cursor, signal) => {
      const query = { ...(status && { status }), ...(cursor && { cursor }) }
      const { data } = await api.get('/webhook-endpoints/{endpointId}/deliveries', {
        path: { endpointId },
        query,
        signal,
      })
      return { items: data.deliveries, nextCursor: data.nextCursor }
    },
    idOf,
    isActive: (delivery) => delivery.status === 'pending',
  })
}

/** The deliveries to an endpoint, newest first, each with its attempts. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [status, setStatus] = useState<WebhookDeliveryStatus | null>(null)
  const list = useDeliveries(endpoint.id, status)
  const filter = (
    <Select
      aria-label="Status"
      placeholder="Any status"
      data={statuses.map((value) => ({ value, label: deliveryStatuses[value].label }))}
      value={status}
      onChange={(chosen) => setStatus(statuses.find((one) => one === chosen) ?? null)}
      clearable
      clearButtonProps={{ 'aria-label': 'Any status' }}
      w={160}
    />
  )
  return (
    <Section title="Deliveries" description="Newest first. They are kept for 30 days." actions={filter}>
      <ListStates
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState title={status ? 'No delivery matches' : 'No delivery yet'}>
            Events of its types are delivered from now on. Send a test, or replay past events.
          </EmptyState>
        }
      >
        <ul className={styles['deliveries']} aria-label="Deliveries">
          {list.items.map((delivery) => (
            <DeliveryItem key={delivery.id} delivery={delivery} endpoint={endpoint} />
          ))}
        </ul>
      </ListStates>
    </Section>
  )
}
