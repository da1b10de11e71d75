import type { Request, Response } from 'express'
import type { Backend } from '../backend.ts'
import { readCookie } from '../read-cookie.ts'

/** Longer than any session of a connection. */
const maxAgeSeconds = 3_600

const isValue = /^[\w-]{43}$/

function isLoopback(url: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

/** A `__Host-` cookie needs https, which a deployment on this machine does not have. */
function cookieFor({ context }: Backend): { name: string; secure: string } {
  const url = new URL(context.config.publicUrl)
  const plain = url.protocol === 'http:' && isLoopback(url)
  return plain ? { name: 'carillon-connect', secure: '' } : { name: '__Host-carillon-connect', secure: '; Secure' }
}

/** The token in the browser's cookie from an earlier connection; undefined unless there is exactly one valid cookie. */
export function readBrowser(req: Request, backend: Backend): string | undefined {
  const value = readCookie(req, cookieFor(backend).name)
  return value !== undefined && isValue.test(value) ? value : undefined
}

/** Sets the browser's cookie. Scripts and requests from other sites cannot use it. */
export function setBrowserCookie(res: Response, value: string, backend: Backend): void {
  const { name, secure } = cookieFor(backend)
  res.append('Set-Cookie', `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`)
}
