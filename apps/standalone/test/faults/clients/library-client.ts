import {
  createClient,
  isApiError,
  PublishFailedError,
  PublishUnknownError,
  WriteFailedError,
  WriteUnknownError,
} from '@carillon/client'
import type { Json } from '../cluster.ts'
import type { FaultClient, Told, WriteName } from './fault-client.ts'

function toldBy(error: unknown): Told {
  if (error instanceof PublishUnknownError || error instanceof WriteUnknownError) {
    return { end: 'unknown', detail: error.requestId }
  }
  if (error instanceof PublishFailedError || error instanceof WriteFailedError)
    return { end: 'failed', detail: error.code }
  if (isApiError(error)) return { end: 'rejected', detail: error.code }
  return { end: 'not sent', detail: String(error) }
}

/** The library, as its users call it. */
export const libraryClient: FaultClient = ({ url, apiKey }) => {
  const times = { publishWithinMs: 15_000, timeoutMs: 20_000, lookupTimeoutMs: 240_000, maxRetries: 8 }
  const client = createClient({ baseUrl: url, apiKey, ...times })
  const writes: Record<WriteName, (body: Json) => Promise<unknown>> = {
    publish: (body) => client.posts.publish(body, { wait: { maxRetries: 30 } }),
    reply: (body) => client.comments.create(body),
    message: (body) => client.messages.send(body),
    campaign: (body) => client.ads.campaigns.create(body),
  }
  return (write, body) => writes[write](body).then((): Told => ({ end: 'published', detail: '' }), toldBy)
}
