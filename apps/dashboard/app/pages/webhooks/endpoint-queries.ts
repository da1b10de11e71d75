import { queryOptions } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'

/** The webhook endpoints that the key reaches, oldest first. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await api.get('/webhook-endpoints', { signal })).data.webhookEndpoints,
  refetchInterval: pollingInterval(false),
})

/** An endpoint with its health. Polled every 2 seconds while deliveries are pending, otherwise every 15. */
export const endpointQuery = (endpointId: string) =>
  queryOptions({
    queryKey: ['webhooks', endpointId],
    queryFn: async ({ signal }) =>
      (await api.get('/webhook-endpoints/{endpointId}', { path: { endpointId }, signal })).data,
    refetchInterval: ({ state }) => pollingInterval((state.data?.health.pending ?? 0) > 0),
  })
