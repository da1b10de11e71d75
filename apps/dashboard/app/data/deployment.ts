import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * Whether this deployment has the settings that each social network needs. Requires a key of the whole organization.
 */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) => (await api.get('/platforms', { signal })).data.platforms,
})

/**
 * Today's usage of the networks' daily quotas, by all accounts of this deployment. Requires a key of the whole
 * organization.
 */
export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: async ({ signal }) => (await api.get('/usage/quotas', { signal })).data.quotas,
  refetchInterval: 60_000,
})
