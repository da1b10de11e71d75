import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { readCookie } from '../read-cookie.ts'

/** The cookie's maximum age, longer than any connection session. */
const maxAgeSeconds = 3_600

const isValue = /^[\w-]{43}$/

function isLoopback(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/**
 * Returns the cookie's name and attributes. A `__Host-` cookie requires https, which a local installation does not
 * have.
 */
function cookieFor({ context }: Backend): { name: string; secure: string } {
  const url = new URL(context.config.publicUrl)
  const plain = url.protocol === 'http:' && isLoopback(url)
  return plain ? { name: 'carillon-connect', secure: '' } : { name: '__Host-carillon-connect', secure: '; Secure' }
}

/**
 * Returns the token in the cookie that identifies the browser while a user connects an account; undefined unless the
 * browser sent exactly one such cookie with a valid form.
 */
export function readBrowser(req: Request, backend: Backend): string | undefined {
  const value = readCookie(req, cookieFor(backend).name)
  return value !== undefined && isValue.test(value) ? value : undefined
}

/** Sets the cookie that identifies a browser while a user connects an account, for an hour. Scripts cannot read it. */
export function setBrowserCookie(res: Response, value: string, backend: Backend): void {
  const { name, secure } = cookieFor(backend)
  res.append('Set-Cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`)
}
