import { isPlatform, type Platform } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import type { Request, RequestHandler } from 'express'
import type { Backend } from '../backend.ts'

const maxParameters = 32

function platformOf({ params }: Request): Platform {
  const { platform } = params
  if (isPlatform(platform)) return platform
  throw new ServiceError('route_not_found', 'The path does not exist.')
}

/** Returns the headers that were sent once, keyed by name in lower case. */
function singleHeaders({ headersDistinct }: Request): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, [value, ...more] = []] of Object.entries(headersDistinct)) {
    if (value !== undefined && more.length === 0) headers[name] = value
  }
  return headers
}

/** Returns the query parameters, keyed by name; of a repeated parameter, the first value. */
function queryOf(url: string): Record<string, string> {
  const sent = new URL(url, 'http://webhook.invalid').searchParams
  return Object.fromEntries([...sent].slice(0, maxParameters).reverse())
}

/**
 * Handles a network's verification of the webhook URL: responds with the challenge if the verify token matches, with
 * 403 if it does not or none is configured; `route_not_found` for a platform without webhooks.
 */
export function verifyWebhook({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const challenge = await service.verifyWebhook(context, { platform: platformOf(req), query: queryOf(req.url) })
    res.type('text/plain')
    if (challenge === null) res.status(403).send('The verify token is not the configured one.')
    else res.send(challenge)
  }
}

/**
 * Stores the webhook events that a network sends, and responds with 200 after they are committed. If `PUSH` is off,
 * events of `pushPlatforms` get 200 and are discarded. After an error, such as `unauthorized` for an invalid signature,
 * the network sends the events again.
 */
export function handleWebhook({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const platform = platformOf(req)
    const body: Buffer = req.body
    await service.receiveWebhook(context, { platform, headers: singleHeaders(req), body })
    res.status(200).end()
  }
}
