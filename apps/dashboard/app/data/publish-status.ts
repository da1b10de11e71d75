import type { Publish } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'

/** Whether the publish has not ended yet (`processing` or `accepted`), so that its status may still change. */
export function isActive({ status }: Pick<Publish, 'status'>): boolean {
  return status === 'processing' || status === 'accepted'
}

/** One publish with its attempts, read every 2 seconds until it has ended and every 15 seconds afterwards. */
export const publishQuery = (publishId: string) =>
  queryOptions({
    queryKey: ['publishes', 'one', publishId],
    queryFn: async ({ signal }) =>
      (await api.get('/posts/publishes/{publishId}', { path: { publishId }, signal })).data,
    refetchInterval: ({ state }) => pollingInterval(state.data ? isActive(state.data) : true),
  })
