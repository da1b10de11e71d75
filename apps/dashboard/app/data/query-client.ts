import { isApiError } from '@carillon/client'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from './error-words.ts'
import { noteSessionEnded } from './session-query.ts'

const maxRetries = 2

/**
 * Creates the cache of all responses. Reads are retried twice if that may help, mutations never; a 401 of any request
 * ends the session.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isApiError(error, 'unauthorized')) noteSessionEnded(client)
  }
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < maxRetries && isWorthRetrying(error),
        // The service may run on this very machine: being offline says nothing about it.
        networkMode: 'always',
      },
      // Nothing is sent twice without a user who wants it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
