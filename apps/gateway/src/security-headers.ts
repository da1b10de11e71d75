import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler, Response } from 'express'
import helmet, { type HelmetOptions } from 'helmet'

type Directives = Record<string, string[]>

/** The content security policies, keyed by class of responses. Omitted directives allow nothing. */
const policies = {
  /** JSON responses: nothing is allowed. */
  api: {},
  page: {
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  },
  /** A Carillon page that opens a network's sign-up window. The origins of that window are added. */
  signup: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
  },
  docs: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
  },
  /** The dashboard. Files that a user has selected are shown from `blob:` URLs. */
  dashboard: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['default'],
  },
  /** Media files, which others have made: `sandbox` forbids scripts, forms and everything else. */
  media: { sandbox: [] },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type HeaderClass = keyof typeof policies

/** The `Cross-Origin-Opener-Policy` of pages that open windows of other origins; all others have `same-origin`. */
const openers: Partial<Record<HeaderClass, 'same-origin-allow-popups'>> = { signup: 'same-origin-allow-popups' }

/** Further origins that responses may use, keyed by directive of the content security policy, such as `frameSrc`. */
export type MoreSources = Readonly<Record<string, readonly string[]>>

function directivesOf(headerClass: HeaderClass, more: MoreSources): Directives {
  const own: MoreSources = policies[headerClass]
  const names = [...new Set([...Object.keys(own), ...Object.keys(more)])]
  const open = names.map((name) => [name, [...(own[name] ?? []), ...(more[name] ?? [])]])
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'none'"],
    ...Object.fromEntries(open),
  }
}

/**
 * Returns the headers that helmet sets with these options. They do not depend on the request, so they are computed
 * once.
 */
function headersOf(options: HelmetOptions): [name: string, value: string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, (error) => {
    if (error) throw error
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}

/**
 * Returns the security headers of a class of responses, such as `api` or `page`, including its content security policy,
 * to which the sources in `more` are added. HSTS is set only if the public URL is https. CORS is never allowed.
 */
export function securityHeadersOf(
  headerClass: HeaderClass,
  { publicUrl }: { publicUrl: string },
  more: MoreSources = {},
): readonly [name: string, value: string][] {
  return headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(headerClass, more) },
    crossOriginOpenerPolicy: { policy: openers[headerClass] ?? 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
}

/** Builds a handler that sets the security headers of a class on every response. */
export function securityHeaders(
  headerClass: HeaderClass,
  { publicUrl }: { publicUrl: string },
  more: MoreSources = {},
): RequestHandler {
  const headers = securityHeadersOf(headerClass, { publicUrl }, more)
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

/**
 * Adds a source, such as a nonce, to a directive, such as `style-src`, in the content security policy that a response
 * already has. Does nothing if the policy does not have the directive.
 */
export function allowSource(res: Response, directive: string, source: string): void {
  const name = 'Content-Security-Policy'
  const directives = String(res.getHeader(name)).split(';')
  const extended = directives.map((text) => (text.startsWith(`${directive} `) ? `${text} ${source}` : text))
  res.setHeader(name, extended.join(';'))
}
