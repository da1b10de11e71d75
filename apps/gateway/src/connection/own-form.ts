import type { IncomingMessage } from 'node:http'
import { ServiceError } from '@carillon/errors'
import { onlyHeader } from '../only-header.ts'
import { isOwnOrigin } from './own-origin.ts'

function isFromOwnPage(req: IncomingMessage, publicUrl: string): boolean {
  const { headersDistinct } = req
  if (headersDistinct['sec-fetch-site'] !== undefined) return onlyHeader(req, 'sec-fetch-site') === 'same-origin'
  const { origin: [origin, ...others] = [] } = headersDistinct
  // Pages without a referrer, as these are, have `null` as their origin.
  return origin === undefined || ((origin === 'null' || isOwnOrigin(origin, req, publicUrl)) && others.length === 0)
}

/**
 * Rejects a form that was submitted by a page of another site: it could make users connect an account without seeing
 * the page that says which organization gets access. Browsers since 2023 report the origin in `Sec-Fetch-Site`, older
 * ones in `Origin`; a request without both passes.
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header (read 2026-11-26)
 * @throws ServiceError `invalid_request` (403)
 */
export function requireOwnForm(req: IncomingMessage, { publicUrl }: { publicUrl: string }): void {
  if (isFromOwnPage(req, publicUrl)) return
  throw new ServiceError('invalid_request', 'Another site has sent you here. Read this page, and continue from it.', {
    status: 403,
  })
}
