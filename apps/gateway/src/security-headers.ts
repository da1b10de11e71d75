import type { RequestHandler } from 'express'
import helmet from 'helmet'

type Directives = Record<string, string[]>

/** What a class of answers may do in a browser; directives that are left out are closed. */
const policies = {
  /** JSON: nothing at all. */
  api: {},
  page: {
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    formAction: ["'self'", 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
  },
  docs: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  },
  dashboard: {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'"],
    connectSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
  },
  /** Bytes of others: not even a document. */
  media: { sandbox: [] },
} as const satisfies Record<string, Record<string, readonly string[]>>

export type HeaderClass = keyof typeof policies

function directivesOf(headerClass: HeaderClass): Directives {
  const open = Object.entries(policies[headerClass]).map(([name, sources]) => [name, [...sources]])
  return {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'none'"],
    ...Object.fromEntries(open),
  }
}

/** The security headers of one class of answers. HSTS only where the public address is https. No CORS anywhere. */
export function securityHeaders(headerClass: HeaderClass, { publicUrl }: { publicUrl: string }): RequestHandler {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: directivesOf(headerClass) },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    strictTransportSecurity: publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
}
