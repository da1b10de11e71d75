import type { Message } from '@carillon/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../data/api.ts'
import { pollingInterval } from '../../data/polling.ts'
import { unchecked } from '../../data/unchecked.ts'

/** Statuses that change by themselves soon. */
const moving: readonly Message['status'][] = ['unknown', 'sent']
const recentMs = 60_000

function isMoving({ status, direction, occurredAt }: Message): boolean {
  return direction === 'outbound' && moving.includes(status) && Date.now() - Date.parse(occurredAt) < recentMs
}

/** The messages of a profile, and the accounts that could not be read. */
export function useMessages(profileId: string) {
  return useQuery({
    queryKey: ['messages', profileId],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/messages', { query: { profileId }, signal })
      if (!data) throw new Error('The messages have not changed.')
      return data
    },
    refetchInterval: ({ state }) => pollingInterval(state.data?.messages.some(isMoving) ?? false),
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
