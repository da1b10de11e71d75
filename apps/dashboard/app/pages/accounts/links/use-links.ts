import type { Platform } from '@carillon/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../data/api.ts'
import { pollingInterval } from '../../../data/polling.ts'

/** The connect links of a profile that have not expired, newest first, without their URLs. */
export const linksQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['connect-links', profileId],
    queryFn: async ({ signal }) => {
      const { data } = await api.get('/profiles/{profileId}/connect-links', { path: { profileId }, signal })
      return data.connectLinks
    },
    refetchInterval: pollingInterval(false),
  })

export interface NewLink {
  /** Empty for all networks that are configured in the deployment. */
  platforms: readonly Platform[]
  days: number
}

const daySeconds = 86_400

/** Creates a connect link for the given number of days. The result contains the URL, which cannot be read again. */
export function useCreateLink(profileId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ platforms, days }: NewLink) => {
      const body = { expiresIn: days * daySeconds, ...(platforms.length > 0 && { platforms: [...platforms] }) }
      return (await api.post('/profiles/{profileId}/connect-links', { path: { profileId }, body })).data
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['connect-links', profileId] }),
  })
}

/** Deletes a connect link by its id: its page stops working at once; accounts that were connected with it stay. */
export function useDeleteLink(profileId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (connectLinkId: string) => {
      await api.delete('/profiles/{profileId}/connect-links/{connectLinkId}', { path: { profileId, connectLinkId } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['connect-links', profileId] }),
  })
}
