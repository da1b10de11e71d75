import { type Client, createClient } from '@carillon/client'
import type { Access } from '../invocation/access.ts'
import type { ClientSettings, Values } from '../invocation/invocation.ts'
import { secondsOption } from '../invocation/seconds-option.ts'
import { journaledFetch } from '../requests/journaled-fetch.ts'

const maxRetries = 4

/**
 * Creates a client of the service. Of the options of the command, `values`, it uses only `--publish-within`, the number
 * of seconds within which the service has to store a write; 120 if absent. With `journal`, each write is recorded in it
 * before it is sent.
 * @throws UsageError if `--publish-within` is not a positive number
 */
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
