import type { Message, MessageList } from '@carillon/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'
import { readIfChanged, type Versioned } from '../../data/versioned.ts'

/** Statuses that will change soon without any action. */
const moving: readonly Message['status'][] = ['unknown', 'sent']
const recentMs = 60_000

function isMoving({ status, direction, occurredAt }: Message): boolean {
  return direction === 'outbound' && moving.includes(status) && Date.now() - Date.parse(occurredAt) < recentMs
}

const dataOf = ({ data }: Versioned<MessageList>) => data

/** The messages of a profile, and the accounts that could not be read. */
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

/** Sends a message once, and reads the list again after it. */
export function useSending(profileId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (body: object): Promise<void> => {
      await api.post('/messages', { body: unchecked({ ...body, profileId }) })
    },
    // A message whose end is not known is in the list as well.
    onSettled: () => client.invalidateQueries({ queryKey: ['messages'] }),
  })
}
