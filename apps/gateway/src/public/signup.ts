import { isPlatform, type Platform } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import type { Request, RequestHandler } from 'express'
import type { Backend } from '../backend.ts'
import { lastingSignal } from '../request-signal.ts'
import { stateOf } from '../request-state.ts'
import { securityHeaders } from '../security-headers.ts'
import type { SignupEnd } from '../service.ts'
import { readBrowser } from './browser-cookie.ts'
import { sendFailurePage } from './ending.ts'
import { Html, html, sendPage } from './page.ts'

function platformOf({ params }: Request): Platform {
  const { platform } = params
  if (isPlatform(platform)) return platform
  throw new ServiceError('route_not_found', 'The page does not exist.')
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function attributes(data: Readonly<Record<string, string>>): Html[] {
  return Object.entries(data).map(([name, value]) => html`${new Html(` data-${kebab(name)}`)}="${value}"`)
}

/**
 * Serves the page on which a business signs up with a network. Its URL can be opened again. If its session is unknown
 * or over, a page with the error is sent; `route_not_found` for a platform without a sign-up dialog.
 */
export function showSignup(backend: Backend): RequestHandler {
  return async (req, res, next) => {
    try {
      const platform = platformOf(req)
      const token = new URL(req.url, 'http://signup.invalid').searchParams.get('session') ?? ''
      const { organizationName, page } = await backend.service.describeSignup(backend.context, { platform, token })
      const { title, action, origins, sdk, data } = page
      securityHeaders('signup', backend, {
        scriptSrc: origins.script,
        frameSrc: origins.frame,
        connectSrc: origins.connect,
      })(req, res, (error) => error && next(error))
      const body = html`<p>The number will be connected for ${organizationName}. Close this window if you do not know who that is.</p>
<div id="signup"${attributes({ ...data, session: token })}>
<button id="open" type="button" disabled>${action}</button>
<p id="notice" role="status">One moment.</p>
<noscript><p>This page needs JavaScript.</p></noscript>
</div>
<script src="/connect/${platform}/script.js" defer></script>
<script src="${sdk}" defer crossorigin="anonymous"></script>`
      sendPage(res, { status: 200, title, body })
    } catch (thrown) {
      if (asServiceError(thrown).code === 'route_not_found') throw thrown
      sendFailurePage(req, res, { thrown, backend })
    }
  }
}

/** Serves the script of the sign-up page; `route_not_found` for a platform without a sign-up dialog. */
export function sendSignupScript({ service, context }: Backend): RequestHandler {
  return async (req, res) => {
    const script = await service.signupScript(context, platformOf(req))
    res.setHeader('Cache-Control', 'no-cache')
    res.type('js').send(script)
  }
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isTextOrNull = (value: unknown): value is string | null | undefined =>
  value === null || value === undefined || typeof value === 'string'

/** Parses the report of the page's script. Unknown fields are ignored, as the network adds some from time to time. */
function reportIn(body: Buffer): Pick<SignupEnd, 'token' | 'report'> {
  let parsed: unknown
  try {
    parsed = JSON.parse(body.toString('utf8'))
  } catch {
    parsed = undefined
  }
  const { session, event, code, data } = isFields(parsed) ? parsed : {}
  if (typeof session !== 'string' || typeof event !== 'string' || !isTextOrNull(code) || !isDataOrNull(data)) {
    throw new ServiceError(
      'invalid_request',
      'The body must be {session, event, code, data}: session and event are texts, code is a text or null, data is an object.',
    )
  }
  return { token: session, report: { event, code: code ?? null, data: data ?? {} } }
}

function isDataOrNull(value: unknown): value is SignupEnd['report']['data'] | null | undefined {
  return value === null || value === undefined || isFields(value)
}

/**
 * Handles the result of the sign-up dialog that the page posts, and responds with `{status, redirectUrl}`: the status
 * of the connection session and the URL to which the page goes next, null for none. A failed sign-up is in the status.
 * The response is an error for an invalid body, for an unknown platform or session, and for a session that was used or
 * is over. If the user leaves the page meanwhile, the number is still connected, but not if one of
 * several numbers has to be selected.
 */
export function handleSignup(backend: Backend): RequestHandler {
  const { service, context } = backend
  return async (req, res) => {
    const platform = platformOf(req)
    const { requestId } = stateOf(req)
    const end = {
      platform,
      ...reportIn(req.body),
      browser: readBrowser(req, backend),
      requestId,
      signal: lastingSignal(backend),
    }
    const { status, redirectTo } = await service.completeSignup(context, end)
    res.json({ status, redirectUrl: redirectTo })
  }
}
