import { type Client, createClient } from '@carillon/client'
import type { Access } from '../invocation/access.ts'
import type { ClientSettings, Values } from '../invocation/invocation.ts'
import { secondsOption } from '../invocation/seconds-option.ts'
import { journaledFetch } from '../requests/journaled-fetch.ts'

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
