import type { Publish } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'

/** Whether the publish is still changing. */
export function isActive({ status }: Pick<Publish, 'status'>): boolean {
  return status === 'processing' || status === 'accepted'
}

/** One publish with its attempts, read again until it has ended, and seldom afterwards. */
export const publishQuery = (publishId: string) =>
  queryOptions({
    queryKey: ['publishes', 'one', publishId],
    queryFn: async ({ signal }) =>
      (await api.get('/posts/publishes/{publishId}', { path: { publishId }, signal })).data,
    refetchInterval: ({ state }) => pollingInterval(state.data ? isActive(state.data) : true),
  })
