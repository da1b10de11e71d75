import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** Which social networks have the settings that they take. For keys of the organization. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) => (await api.get('/platforms', { signal })).data.platforms,
})

/** Today's usage of the networks' daily quotas. Requires a key of the organization. */
export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: async ({ signal }) => (await api.get('/usage/quotas', { signal })).data.quotas,
  refetchInterval: 60_000,
})
