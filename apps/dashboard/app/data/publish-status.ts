import type { Publish, PublishStatus } from '@carillon/client'
import { queryOptions } from '@tanstack/react-query'
import type { StatusColor } from '../ui/status-badge.tsx'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'

interface StatusWords {
  label: string
  color: StatusColor
  meaning: string
}

export const publishStatuses: Readonly<Record<PublishStatus, StatusWords>> = {
  processing: { label: 'Publishing', color: 'blue', meaning: 'Carillon is publishing the post.' },
  accepted: {
    label: 'Accepted',
    color: 'blue',
    meaning: 'The network has accepted the post and has yet to publish it.',
  },
  published: { label: 'Published', color: 'green', meaning: 'The post is published.' },
  failed: { label: 'Failed', color: 'red', meaning: 'The post was not published.' },
  unknown: {
    label: 'Unknown',
    color: 'orange',
    meaning:
      'The network did not confirm whether it published the post. Look at the account before you publish it again.',
  },
}

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
