import { isPushPlatform, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, WebhookPort } from '@carillon/providers'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

/** Returns the app with which Carillon is registered at a network: its hosts, secrets and public URL. */
export function appOf(context: Context, platform: Platform): App {
  const { hosts, secrets } = context.config.networks[platform]
  return { hosts, secrets, publicUrl: context.config.publicUrl }
}

/**
 * Returns the adapter's webhook functions.
 * @throws ServiceError `route_not_found` for platforms without webhooks
 */
async function webhookPort(context: Context, platform: Platform): Promise<WebhookPort> {
  const { webhook } = await context.registry.adapter(platform)
  if (!webhook) throw new ServiceError('route_not_found', 'The path does not exist.')
  return webhook
}

/**
 * Returns the challenge to respond with when a network verifies Carillon's webhook URL; null if the token is wrong or
 * not configured, or the query has no challenge.
 * @throws ServiceError `route_not_found` for platforms without webhooks
 */
export async function verifyWebhook(
  context: Context,
  { platform, query }: { platform: Platform; query: Readonly<Record<string, string>> },
): Promise<string | null> {
  const port = await webhookPort(context, platform)
  return port.verify(appOf(context, platform), query)
}

/**
 * Stores a webhook request of a network together with the job that processes it; resolves when both are committed. The
 * signature is verified over the received bytes. If `PUSH` is off, requests of networks that can be polled are
 * discarded.
 * @throws ServiceError `unauthorized` if the signature is missing or invalid, `invalid_request` if the body is not
 *   JSON, `temporarily_unavailable` if it cannot be stored now; `route_not_found` for platforms without webhooks
 */
export async function receiveWebhook(
  context: Context,
  request: { platform: Platform; headers: Readonly<Record<string, string | undefined>>; body: Buffer },
): Promise<void> {
  const { platform, headers, body } = request
  const port = await webhookPort(context, platform)
  if (!port.isSigned(appOf(context, platform), { headers, body })) {
    context.counters.add('webhook_requests', ['unsigned'])
    throw new ServiceError('unauthorized', 'The signature of the request is missing or invalid.')
  }
  requireJson(context, body)
  // With `push` off, a push is acknowledged: the network would send it again, and later stop sending any.
  if (isPushPlatform(platform) && !context.config.push) return context.counters.add('webhook_requests', ['discarded'])
  await context.intake.store({ platform, body }).catch((error: unknown) => {
    context.counters.add('webhook_requests', ['unavailable'])
    if (!isStorageFailure(error)) throw error
    const message = 'The event could not be stored. Send it again.'
    throw new ServiceError('temporarily_unavailable', message, { retryAfter: 1, cause: error })
  })
  context.counters.add('webhook_requests', ['stored'])
}

function requireJson(context: Context, body: Buffer): void {
  try {
    JSON.parse(body.toString('utf8'))
  } catch (cause) {
    context.counters.add('webhook_requests', ['invalid'])
    throw new ServiceError('invalid_request', 'The body is not JSON.', { cause })
  }
}
