import express, { type Request, type Response, Router } from 'express'
import { commentList, replyList } from './comments/lists.ts'
import { commentWrites } from './comments/writes.ts'
import type { Dependencies } from './dependencies.ts'
import type { Endpoint, Incoming } from './http/endpoint.ts'
import { sendEnvelope } from './http/envelope.ts'
import { parseQuery } from './http/query.ts'
import { accountEndpoint } from './insights/account-endpoint.ts'
import { authorizePage } from './oauth/authorize.ts'
import { oauthEndpoints } from './oauth/endpoints.ts'
import { creatorSettings } from './publish/creator-settings.ts'
import { publishPhotos } from './publish/publish-photos.ts'
import { publishStatus } from './publish/publish-status.ts'
import { publishVideo } from './publish/publish-video.ts'
import { Rejection } from './rejection.ts'
import { propertyEndpoints } from './url-properties/endpoints.ts'
import { videoList } from './video-list.ts'

const root = '/open_api/v1.3'

const endpoints: Endpoint[] = [
  ...oauthEndpoints,
  accountEndpoint,
  videoList,
  creatorSettings,
  publishVideo,
  publishPhotos,
  publishStatus,
  commentList,
  replyList,
  ...commentWrites,
  ...propertyEndpoints,
]

/** Returns the endpoint for a request's method and path, wherever the router is mounted; undefined for none. */
export function findEndpoint(request: Request): Endpoint | undefined {
  const path = new URL(request.originalUrl, 'http://sandbox').pathname
  const below = path.slice(path.indexOf(root) + root.length)
  return endpoints.find((row) => path.includes(root) && row.path === below && row.method === request.method)
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    throw new Rejection('badParameter', 'The request body is not valid JSON.')
  }
}

function parseBody(request: Request): Record<string, unknown> {
  if (request.get('content-type')?.split(';')[0]?.trim().toLowerCase() !== 'application/json')
    throw new Rejection('badParameter', 'Content-Type must be application/json.')
  const body = parseJson(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Rejection('badParameter', 'The request body is not a JSON object.')
  return { ...body }
}

function readIncoming(request: Request): Incoming {
  const query = parseQuery(request.originalUrl)
  const accessToken = request.get('access-token')
  if (request.method === 'GET') return { parameters: query, accessToken }
  const stray = Object.keys(query)[0]
  if (stray !== undefined) throw new Rejection('badParameter', `${stray}: Unknown query parameter.`)
  return { parameters: parseBody(request), accessToken }
}

async function call(dependencies: Dependencies, request: Request, response: Response): Promise<void> {
  const now = dependencies.context.now()
  try {
    const endpoint = findEndpoint(request)
    if (!endpoint) throw new Rejection('unknownPath', `Invalid path or method: ${request.method} ${request.path}`)
    const data = await endpoint.run(dependencies, readIncoming(request))
    sendEnvelope(response, { now, data })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    sendEnvelope(response, { now, code: error.code, message: error.message })
  }
}

/** Builds the router of the consent page and the API. Requests wait until the seed data is complete. */
export function tiktokRouter(dependencies: Dependencies, seeded: Promise<void>): Router {
  const router = Router({ strict: true })
  router.use(async (_request, _response, next) => {
    await seeded
    next()
  })
  router.use(authorizePage(dependencies))
  router.use(root, express.raw({ type: () => true, limit: '1mb' }), (request, response) =>
    call(dependencies, request, response),
  )
  return router
}
