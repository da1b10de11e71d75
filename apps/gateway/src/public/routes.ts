import { Router } from 'express'
import type { Backend } from '../backend.ts'
import { readPublicBody } from '../body/public-body.ts'
import { addRoute } from '../routes.ts'
import { securityHeaders } from '../security-headers.ts'
import type { PublicOptions } from './public-route.ts'
import { publicRoutes } from './public-routes.ts'

/** The router of every route outside the API. */
export function publicRouter(backend: Backend, options: PublicOptions): Router {
  const router = Router({ caseSensitive: true, strict: true })
  for (const { path, headers, get, post, delete: remove, body } of publicRoutes) {
    addRoute(router, {
      path,
      ...(headers && { before: securityHeaders(headers, backend) }),
      methods: {
        ...(get && { get: get(backend, options) }),
        ...(post && { post: [...(body ? [readPublicBody(body, backend)] : []), post(backend, options)] }),
        ...(remove && { delete: remove(backend, options) }),
      },
    })
  }
  return router
}
