import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pollingInterval } from './polling.ts'

/**
 * Queries of several pages. The first part of a key is the resource, so that `invalidateQueries({ queryKey:
 * ['accounts'] })` reaches every list and object of it.
 */
export const profilesQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: async ({ signal }) => (await api.get('/profiles', { signal })).data.profiles,
  refetchInterval: pollingInterval(false),
})

/**
 * The accounts of a profile, all at once. Those whose connection has expired are included, and listed in `errors` as
 * well.
 */
export const accountsQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['accounts', profileId],
    queryFn: async ({ signal }) =>
      (await api.get('/profiles/{profileId}/accounts', { path: { profileId }, signal })).data,
    refetchInterval: pollingInterval(false),
  })

export const accountQuery = (profileId: string, accountId: string) =>
  queryOptions({
    queryKey: ['accounts', profileId, accountId],
    queryFn: async ({ signal }) =>
      (await api.get('/profiles/{profileId}/accounts/{accountId}', { path: { profileId, accountId }, signal })).data,
    refetchInterval: pollingInterval(false),
  })
