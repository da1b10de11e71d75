import { isPushPlatform, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { App, WebhookPort } from '@carillon/providers'
import type { Context } from '../context.ts'
import { isStorageFailure } from '../storage-failure.ts'

function appOf(context: Context, platform: Platform): App {
  const { hosts, secrets } = context.config.networks[platform]
  return { hosts, secrets, publicUrl: context.config.publicUrl }
}

/** Networks that post no events look like paths that do not exist. */
async function webhookPort(context: Context, platform: Platform): Promise<WebhookPort> {
  const { webhook } = await context.registry.adapter(platform)
  if (!webhook) throw new ServiceError('route_not_found', 'The path does not exist.')
  return webhook
}

/** The challenge to respond with when a network verifies our URL; null for a wrong token. */
export async function verifyWebhook(
  context: Context,
  { platform, query }: { platform: Platform; query: Readonly<Record<string, string>> },
): Promise<string | null> {
  const port = await webhookPort(context, platform)
  return port.verify(appOf(context, platform), query)
}

/**
 * Takes in a request that a network posts: its signature is checked over the bytes as they arrived, then it is stored
 * together with the job that processes it. Resolves once both are committed. With push turned off, requests of networks
 * that can be polled are discarded.
 *
 * @throws ServiceError `unauthorized` for a signature that is missing or wrong, `invalid_request` for a body that is no
 *   JSON, `temporarily_unavailable` while the database cannot be used; nothing is stored then
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
  // What a network goes on pushing is acknowledged: it would send it again, and in the end nothing at all.
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
