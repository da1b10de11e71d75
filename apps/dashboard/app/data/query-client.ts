import { isApiError } from '@carillon/client'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from './error-words.ts'
import { noteSessionEnded } from './session-query.ts'

const maxRetries = 2

// A mutation is shown as pending before the next click or key arrives. By default that takes a timer, which a busy
// browser runs after it, so that the same form would be sent twice.
notifyManager.setScheduler(queueMicrotask)

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
