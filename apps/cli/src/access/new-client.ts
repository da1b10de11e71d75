import { type Client, createClient } from '@carillon/client'
import type { ClientSettings, Values } from '../invocation.ts'
import { journaledFetch } from '../requests/journaled-fetch.ts'
import { secondsOption } from '../runs/wait-option.ts'
import type { Access } from './access.ts'

const maxRetries = 4

/** A client of the service, which notes each write in the journal before it is sent. */
export function newClient({ url, apiKey }: Access, values: Values, { journal }: ClientSettings): Client {
  const publishWithinMs = secondsOption(values, 'publish-within')
  return createClient({
    baseUrl: url,
    apiKey,
    maxRetries,
    ...(publishWithinMs !== undefined && { publishWithinMs }),
    ...(journal && { fetch: journaledFetch(journal) }),
  })
}
