import type { Message, MessageList } from '@carillon/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'
import { readIfChanged, type Versioned } from '../../data/versioned.ts'
import { notifyLost } from '../../ui/notify.ts'

/** The statuses of an outbound message that are expected to change soon. */
const moving: readonly Message['status'][] = ['unknown', 'sent']
const recentMs = 60_000

function isMoving({ status, direction, occurredAt }: Message): boolean {
  return direction === 'outbound' && moving.includes(status) && Date.now() - Date.parse(occurredAt) < recentMs
}

const dataOf = ({ data }: Versioned<MessageList>) => data

/**
 * The messages of a profile, oldest first, and the accounts that could not be read (`errors`). Polled every 15 seconds;
 * every 2 within a minute after a message was sent, until it is delivered.
 */
export function useMessages(profileId: string) {
  return useQuery({
    queryKey: ['messages', profileId],
    queryFn: ({ client, queryKey, signal }) =>
      readIfChanged(client.getQueryData<Versioned<MessageList>>(queryKey), (headers) =>
        api.get('/messages', { query: { profileId }, headers, signal }),
      ),
    select: dataOf,
    refetchInterval: ({ state }) => pollingInterval(state.data?.data.messages.some(isMoving) ?? false),
  })
}

/**
 * Sends a message; the body is that of the API without `profileId`. The request is never retried, and the list is read
 * again after it, also after an error.
 */
export function useSending(profileId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: object): Promise<void> => {
      await api.post('/messages', { body: unchecked({ ...body, profileId }), onLost: notifyLost })
    },
    // A message whose end is not known is in the list as well.
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  })
}
