import type { WebhookDelivery, WebhookEndpoint } from '@carillon/client'
import { Code, Loader, Stack, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { requestWords } from './request-words.ts'

const deliveryQuery = (endpointId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', endpointId, 'delivery', deliveryId],
    queryFn: async ({ signal }) => {
      const path = { endpointId, deliveryId }
      return (await api.get('/webhook-endpoints/{endpointId}/deliveries/{deliveryId}', { path, signal })).data
    },
    // Each attempt posts the same body.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The request of a delivery, read once: its headers without secret values, and its body. */
export function DeliveryRequest({ delivery, endpoint }: { delivery: WebhookDelivery; endpoint: WebhookEndpoint }) {
  const { data, error, refetch } = useQuery(deliveryQuery(endpoint.id, delivery.id))
  if (error) return <ErrorNotice error={error} onRetry={() => refetch()} />
  if (!data) return <Loader size="sm" role="status" aria-label="Loading" />
  const request = requestWords({ delivery: data, endpoint })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" fw={600}>
        Request
      </Text>
      <Code block className="wrapped" w="100%">
        {request}
      </Code>
      {data.body !== null && <CopyButton text={data.body} label="Copy body" />}
    </Stack>
  )
}
