import { timingSafeEqual } from 'node:crypto'
import type { ConnectionSessionRow } from '@carillon/database'
import { ServiceError } from '@carillon/errors'
import { hashToken } from './session-secrets.ts'

/**
 * Checks that a session is completed by the browser that started it, if it is bound to one. Otherwise, an attacker
 * could use a customer's authorization or make a customer connect the attacker's account.
 * @param browser the value of the browser's cookie; undefined if it sent none
 * @throws ServiceError `connection_session_not_found` if the cookie is absent or that of another browser
 */
export function requireSameBrowser({ browserHash }: ConnectionSessionRow, browser: string | undefined): void {
  if (browserHash === null) return
  if (browser !== undefined && timingSafeEqual(browserHash, hashToken(browser))) return
  throw new ServiceError(
    'connection_session_not_found',
    'The account was authorized in another browser than the one that began. Open the link again, and finish in the same browser with cookies allowed.',
  )
}
