import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await api.get('/keys', { signal })).data.keys,
})

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await api.get('/organization', { signal })).data,
})

export const originsQuery = queryOptions({
  queryKey: ['origins'],
  queryFn: async ({ signal }) => (await api.get('/origins', { signal })).data.origins,
})
