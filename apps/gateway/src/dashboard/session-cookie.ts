import type { IncomingMessage } from 'node:http'
import type { Response } from 'express'
import type { Backend } from '../backend.ts'
import { readCookie } from '../read-cookie.ts'

/** A `__Host-` cookie is bound to this host alone, and needs https. */
function cookieFor({ publicUrl }: Backend): { name: string; secure: string } {
  const isHttps = publicUrl.startsWith('https:')
  return isHttps
    ? { name: '__Host-carillon-dashboard', secure: '; Secure' }
    : { name: 'carillon-dashboard', secure: '' }
}

/** The dashboard session token in a browser's cookie. */
export function sessionToken(req: IncomingMessage, backend: Backend): string | undefined {
  return readCookie(req, cookieFor(backend).name)
}

/** Sets the session cookie for `seconds`. Scripts and requests from other sites cannot use it. */
export function setSessionCookie(
  res: Response,
  backend: Backend,
  { token, seconds }: { token: string; seconds: number },
): void {
  const { name, secure } = cookieFor(backend)
  res.append('Set-Cookie', `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
}

/** Deletes the session cookie. */
export function forgetSession(res: Response, backend: Backend): void {
  setSessionCookie(res, backend, { token: '', seconds: 0 })
}
