import { timingSafeEqual } from 'node:crypto'
import type { ConnectionSessionRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { hashToken } from './session-secrets.ts'

/**
 * Checks that a session is completed by the browser that has started it, if it is bound to one: nobody can have another
 * one's authorization, or have a customer connect an account that is not theirs.
 * @throws ServiceError `invalid_request`
 */
export function requireSameBrowser({ browserHash }: ConnectionSessionRow, browser: string | undefined): void {
  if (browserHash === null) return
  if (browser !== undefined && timingSafeEqual(browserHash, hashToken(browser))) return
  throw new ServiceError(
    'invalid_request',
    'The account was authorized in another browser than the one that began. Open the link again and finish there.',
  )
}
