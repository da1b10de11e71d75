import { ServiceError } from '@carillon/errors'
import type { Request, Response } from 'express'
import type { Backend } from './backend.ts'
import { callerAddress } from './caller-address.ts'
import { stateOf } from './request-state.ts'
import type { Grant } from './service.ts'

/** The one Authorization header there is; with two of them nobody can tell which was meant. */
function authorizationOf(req: Request): string | undefined {
  const sent = req.headersDistinct['authorization'] ?? []
  return sent.length === 1 ? sent[0] : undefined
}

/**
 * Who asks, and whether the key may ask once more: 401 or 429 before a byte of the body is read.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ (read 2026-11-20)
 */
export async function authenticate(req: Request, res: Response, { service, context }: Backend): Promise<Grant> {
  const grant = await service.authenticate(context, authorizationOf(req), callerAddress(req))
  stateOf(req).grant = grant
  const { allowed, limit, remaining, resetSeconds } = await service.takeRequest(context, grant)
  res.setHeader('RateLimit-Policy', `"key";q=${limit};w=60`)
  res.setHeader('RateLimit', `"key";r=${remaining};t=${resetSeconds}`)
  if (allowed) return grant
  throw new ServiceError('rate_limited', `At most ${limit} requests a minute are allowed for each key.`, {
    retryAfter: resetSeconds,
  })
}
