import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { Backend } from '../backend.ts'
import { readCookie } from '../read-cookie.ts'

/** Returns the cookie's name and attributes. A `__Host-` cookie is bound to this host and requires https. */
function cookieFor({ publicUrl }: Backend): { name: string; secure: string } {
  const isHttps = publicUrl.startsWith('https:')
  return isHttps
    ? { name: '__Host-carillon-dashboard', secure: '; Secure' }
    : { name: 'carillon-dashboard', secure: '' }
}

/** Returns the token in the cookie of the dashboard session; undefined unless the browser sent exactly one. */
export function sessionToken(req: IncomingMessage, backend: Backend): string | undefined {
  return readCookie(req, cookieFor(backend).name)
}

/**
 * Sets the session cookie for `seconds` seconds. Scripts cannot read it, and requests of other sites do not send it.
 */
export function setSessionCookie(
  res: Response,
  backend: Backend,
  { token, seconds }: { token: string; seconds: number },
): void {
  const { name, secure } = cookieFor(backend)
  res.append('Set-Cookie', `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
}

/** Deletes the session cookie in the browser. Does not end the session. */
export function forgetSession(res: Response, backend: Backend): void {
  setSessionCookie(res, backend, { token: '', seconds: 0 })
}
